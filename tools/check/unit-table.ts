/** A unit as sources print it, and what one of it is in its sort's base. */
export interface PrintedUnit {
  sort: string;
  factor: number;
  /** Spellings in which capitals matter, without spaces; "per" is written /, and seconds after it are s. */
  spellings: readonly string[];
}

/**
 * Units as sources print them; those of the schema and others, which no row has, but which may stand beside a number.
 * A spelling that means several units stands with each. A capital B is a byte and a small one a bit.
 */
export const printedUnits: { readonly [unit: string]: PrintedUnit } = {
  "bit/s": { sort: "bit/s", factor: 1, spellings: ["bit/s", "bits/s", "b/s", "bps", "bits_per_second"] },
  "kbit/s": {
    sort: "bit/s",
    factor: 1e3,
    spellings: [
      "kbit/s",
      "Kbit/s",
      "kbits/s",
      "Kbits/s",
      "kb/s",
      "Kb/s",
      "kbps",
      "Kbps",
      "kbit",
      "Kbit",
      "kilobits/s",
      "kilobit/s",
    ],
  },
  "Mbit/s": {
    sort: "bit/s",
    factor: 1e6,
    spellings: [
      "Mbit/s",
      "mbit/s",
      "Mbits/s",
      "mbits/s",
      "Mb/s",
      "mb/s",
      "Mbps",
      "mbps",
      "MBPS",
      "MBit/s",
      "Mbit",
      "Mb",
      "megabits/s",
      "megabit/s",
      "Megabits/s",
      "Megabit/s",
    ],
  },
  "Gbit/s": {
    sort: "bit/s",
    factor: 1e9,
    spellings: [
      "Gbit/s",
      "gbit/s",
      "Gbits/s",
      "gbits/s",
      "Gb/s",
      "gb/s",
      "Gbps",
      "gbps",
      "GBPS",
      "GBit/s",
      "Gbit",
      "Gb",
      "gigabits/s",
      "gigabit/s",
      "Gigabits/s",
      "Gigabit/s",
      "gigabit",
      "Gigabit",
    ],
  },
  "Tbit/s": { sort: "bit/s", factor: 1e12, spellings: ["Tbit/s", "Tb/s", "Tbps", "terabits/s"] },
  "B/s": { sort: "bit/s", factor: 8, spellings: ["B/s", "bytes/s", "byte/s"] },
  "kB/s": {
    sort: "bit/s",
    factor: 8e3,
    spellings: ["kB/s", "KB/s", "kBps", "KBps", "kbytes/s", "Kbytes/s", "KBytes/s", "kilobytes/s"],
  },
  "MB/s": {
    sort: "bit/s",
    factor: 8e6,
    spellings: ["MB/s", "mb/s", "MBps", "MBPS", "Mbytes/s", "MBytes/s", "megabytes/s", "Megabytes/s"],
  },
  "GB/s": {
    sort: "bit/s",
    factor: 8e9,
    spellings: ["GB/s", "GBps", "GBPS", "Gbytes/s", "GBytes/s", "gigabytes/s", "Gigabytes/s"],
  },
  "KiB/s": { sort: "bit/s", factor: 8 * 2 ** 10, spellings: ["KiB/s"] },
  "MiB/s": { sort: "bit/s", factor: 8 * 2 ** 20, spellings: ["MiB/s"] },
  "GiB/s": { sort: "bit/s", factor: 8 * 2 ** 30, spellings: ["GiB/s"] },
  "packets/s": {
    sort: "packets/s",
    factor: 1,
    spellings: ["packets/s", "packet/s", "pkts/s", "pkt/s", "p/s", "pps", "PPS", "frames/s", "fps", "/s"],
  },
  "kpackets/s": {
    sort: "packets/s",
    factor: 1e3,
    spellings: ["kpackets/s", "Kpackets/s", "kpps", "Kpps", "KPPS", "kpkts/s", "Kpkts/s"],
  },
  "Mpackets/s": { sort: "packets/s", factor: 1e6, spellings: ["Mpackets/s", "Mpps", "mpps", "MPPS", "Mpkts/s"] },
  "transactions/s": {
    sort: "transactions/s",
    factor: 1,
    spellings: [
      "transactions/s",
      "transaction/s",
      "trans/s",
      "tps",
      "TPS",
      "requests/s",
      "request/s",
      "reqs/s",
      "req/s",
      "rps",
      "RPS",
      "/s",
    ],
  },
  "operations/s": {
    sort: "operations/s",
    factor: 1,
    spellings: ["operations/s", "operation/s", "ops/s", "ops", "IOPS", "/s"],
  },
  ns: { sort: "us", factor: 1e-3, spellings: ["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"] },
  us: {
    sort: "us",
    factor: 1,
    spellings: [
      "us",
      "\u00B5s",
      "\u03BCs",
      "usec",
      "usecs",
      "\u00B5sec",
      "\u03BCsec",
      "microsecond",
      "microseconds",
      "microsec",
    ],
  },
  ms: { sort: "us", factor: 1e3, spellings: ["ms", "msec", "msecs", "millisecond", "milliseconds", "millisec"] },
  s: { sort: "us", factor: 1e6, spellings: ["s", "sec", "secs", "second", "seconds"] },
  minutes: { sort: "us", factor: 6e7, spellings: ["min", "mins", "minute", "minutes"] },
  percent: { sort: "percent", factor: 1, spellings: ["%", "percent", "pct"] },
  "percent-of-core": { sort: "percent-of-core", factor: 1, spellings: ["%", "percent", "pct"] },
  "percent-of-core-per-Gbit/s": {
    sort: "percent-of-core-per-Gbit/s",
    factor: 1,
    spellings: ["%", "percent", "%/Gbps", "%/Gbit/s"],
  },
  "Hz-per-bit/s": { sort: "Hz-per-bit/s", factor: 1, spellings: ["Hz/bps", "Hz/bit/s", "Hz/bit"] },
  "us/KB": { sort: "us/KB", factor: 1, spellings: ["us/KB", "\u00B5s/KB", "\u03BCs/KB", "usec/KB"] },
  "users-per-percent": { sort: "users-per-percent", factor: 1, spellings: ["users/%", "users"] },
  points: { sort: "points", factor: 1, spellings: ["points", "point", "pts"] },
  bytes: { sort: "bytes", factor: 1, spellings: ["bytes", "byte", "B", "octets"] },
  KB: { sort: "bytes", factor: 1e3, spellings: ["KB", "kB", "kbytes"] },
  MB: { sort: "bytes", factor: 1e6, spellings: ["MB", "Mbytes", "megabytes"] },
  GB: { sort: "bytes", factor: 1e9, spellings: ["GB", "Gbytes", "gigabytes"] },
  times: { sort: "times", factor: 1, spellings: ["x", "X", "\u00D7", "times", "fold"] },
};

/** How a unit relates to others of its sort: a number of it times the factor is one of the sort's base. */
interface Scale {
  base: string;
  factor: number;
}

/** Finds the scale of a unit; one that no other can be converted to is a base of its own. */
export function scaleOf(unit: unknown): Scale {
  const known = typeof unit === "string" && Object.hasOwn(printedUnits, unit) ? printedUnits[unit] : undefined;
  return known ? { base: known.sort, factor: known.factor } : { base: String(unit), factor: 1 };
}
