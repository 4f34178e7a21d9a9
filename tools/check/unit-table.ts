/** A unit as sources print it, and what one of it is in its sort's base. */
interface PrintedUnit {
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
  "bit/s": unit("bit/s", 1, "bit/s bits/s b/s bps bits_per_second"),
  "kbit/s": unit("bit/s", 1e3, "kbit/s Kbit/s kbits/s Kbits/s kb/s Kb/s kbps Kbps kbit Kbit kilobits/s kilobit/s"),
  "Mbit/s": unit(
    "bit/s",
    1e6,
    "Mbit/s mbit/s Mbits/s mbits/s Mb/s mb/s Mbps mbps MBPS MBit/s Mbit Mb megabits/s megabit/s",
    "Megabits/s Megabit/s",
  ),
  "Gbit/s": unit(
    "bit/s",
    1e9,
    "Gbit/s gbit/s Gbits/s gbits/s Gb/s gb/s Gbps gbps GBPS GBit/s Gbit Gb gigabits/s gigabit/s",
    "Gigabits/s Gigabit/s gigabit Gigabit",
  ),
  "Tbit/s": unit("bit/s", 1e12, "Tbit/s Tb/s Tbps terabits/s"),
  "B/s": unit("bit/s", 8, "B/s bytes/s byte/s"),
  "kB/s": unit("bit/s", 8e3, "kB/s KB/s kBps KBps kbytes/s Kbytes/s KBytes/s kilobytes/s"),
  "MB/s": unit("bit/s", 8e6, "MB/s mb/s MBps MBPS Mbytes/s MBytes/s megabytes/s Megabytes/s"),
  "GB/s": unit("bit/s", 8e9, "GB/s GBps GBPS Gbytes/s GBytes/s gigabytes/s Gigabytes/s"),
  "KiB/s": unit("bit/s", 8 * 2 ** 10, "KiB/s"),
  "MiB/s": unit("bit/s", 8 * 2 ** 20, "MiB/s"),
  "GiB/s": unit("bit/s", 8 * 2 ** 30, "GiB/s"),
  "packets/s": unit("packets/s", 1, "packets/s packet/s pkts/s pkt/s p/s pps PPS frames/s fps /s"),
  "kpackets/s": unit("packets/s", 1e3, "kpackets/s Kpackets/s kpps Kpps KPPS kpkts/s Kpkts/s"),
  "Mpackets/s": unit("packets/s", 1e6, "Mpackets/s Mpps mpps MPPS Mpkts/s"),
  "transactions/s": unit(
    "transactions/s",
    1,
    "transactions/s transaction/s trans/s tps TPS requests/s request/s reqs/s req/s rps RPS /s",
  ),
  "operations/s": unit("operations/s", 1, "operations/s operation/s ops/s ops IOPS /s"),
  ns: unit("us", 1e-3, "ns nsec nsecs nanosecond nanoseconds"),
  us: unit("us", 1, "us \u00B5s \u03BCs usec usecs \u00B5sec \u03BCsec microsecond microseconds microsec"),
  ms: unit("us", 1e3, "ms msec msecs millisecond milliseconds millisec"),
  s: unit("us", 1e6, "s sec secs second seconds"),
  minutes: unit("us", 6e7, "min mins minute minutes"),
  percent: unit("percent", 1, "% percent pct"),
  "percent-of-core": unit("percent-of-core", 1, "% percent pct"),
  "percent-of-core-per-Gbit/s": unit("percent-of-core-per-Gbit/s", 1, "% percent %/Gbps %/Gbit/s"),
  "Hz-per-bit/s": unit("Hz-per-bit/s", 1, "Hz/bps Hz/bit/s Hz/bit"),
  "us/KB": unit("us/KB", 1, "us/KB \u00B5s/KB \u03BCs/KB usec/KB"),
  "users-per-percent": unit("users-per-percent", 1, "users/% users"),
  points: unit("points", 1, "points point pts"),
  "calls/message": unit("calls/message", 1, "calls/message syscalls/message"),
  bytes: unit("bytes", 1, "bytes byte B octets"),
  KB: unit("bytes", 1e3, "KB kB kbytes"),
  MB: unit("bytes", 1e6, "MB Mbytes megabytes"),
  GB: unit("bytes", 1e9, "GB Gbytes gigabytes"),
  times: unit("times", 1, "x X \u00D7 times fold"),
};

/** A row of the table; its spellings stand one after another, over as many texts as lines have room for. */
function unit(sort: string, factor: number, ...spellings: string[]): PrintedUnit {
  return { sort, factor, spellings: spellings.flatMap((words) => words.split(" ")) };
}

/** How a unit relates to others of its sort: a number of it times the factor is one of the sort's base. */
interface Scale {
  base: string;
  factor: number;
}

/** Finds the scale of a unit. A unit without conversions is its own base. */
export function scaleOf(unit: unknown): Scale {
  const known = typeof unit === "string" && Object.hasOwn(printedUnits, unit) ? printedUnits[unit] : undefined;
  return known ? { base: known.sort, factor: known.factor } : { base: String(unit), factor: 1 };
}
