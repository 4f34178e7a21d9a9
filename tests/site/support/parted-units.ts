/** Units that the site's text uses, and what readers may meet in records to come. */
const units = [
  "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Gbit", "MB/s", "GB/s", "B", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "byte", "bytes", "GbE", "packets", "packets/s", "kpackets/s",
  "Mpackets/s", "frames/s", "requests/s", "transactions/s", "pps", "kpps", "Mpps", "Hz", "kHz", "MHz", "GHz", "%", "percent", "ns", "µs", "ms", "s", "microseconds", "seconds", "minutes", "million",
];

/** A number and its unit with a space between them at which a line can break. */
export const partedUnit = new RegExp(`(?<![\\w.,/:-])\\d[\\d.,]*(?:(?: million| billion)?[ \\n]|[ \\n](?:m|b)illion\\u00A0)(?:${units.join("|")})(?![\\p{L}\\p{N}_])`, "u");

/** Elements whose words are those of others, of programs, or of drawings. */
export const wordsOfOthers = ["q", "blockquote", "pre", "code", "samp", "kbd", "svg", "script", "style", "textarea", "option", "title"] as const;
