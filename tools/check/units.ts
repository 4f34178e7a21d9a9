/** What units of one sort measure, in the one that the others are converted to. */
const sorts: { readonly [sort: string]: { readonly [unit: string]: number } } = {
  "bit/s": { "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9, "kB/s": 8e3, "MB/s": 8e6 },
  "packets/s": { "packets/s": 1, "kpackets/s": 1e3, "Mpackets/s": 1e6 },
  us: { us: 1, ms: 1e3, s: 1e6 },
};

/** How a unit relates to others of its sort: a number of it times the factor is one of the sort's base. */
export interface Scale {
  base: string;
  factor: number;
}

/** Finds the scale of a unit; one that no other can be converted to is a base of its own. */
export function scaleOf(unit: unknown): Scale {
  for (const [base, factors] of Object.entries(sorts)) {
    const factor = typeof unit === "string" && Object.hasOwn(factors, unit) ? factors[unit] : undefined;
    if (factor !== undefined) return { base, factor };
  }
  return { base: String(unit), factor: 1 };
}
