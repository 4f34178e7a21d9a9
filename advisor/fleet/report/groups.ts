import type { AuditAdapter } from "../judge/audit-types.ts";

/** Adapters that share everything that a person decides on. */
export interface Group {
  adapters: number;
  /** The first of them, with its place in the audit. */
  first: AuditAdapter;
  index: number;
}

/** Groups the adapters by guest, adapter, verdict and findings, the largest group first; others than those that fit are left out. */
export function groupAdapters(
  adapters: readonly AuditAdapter[],
  fits: (adapter: AuditAdapter) => boolean = () => true,
): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, first] of adapters.entries()) {
    if (!fits(first)) continue;
    const key = keyOf(first);
    const group = groups.get(key);
    if (group) group.adapters += 1;
    else groups.set(key, { adapters: 1, first, index });
  }
  return [...groups.values()].sort((a, b) => b.adapters - a.adapters);
}

function keyOf({ adapter, adapterAsWritten, guestName, guestAsWritten, ...judgement }: AuditAdapter): string {
  const { verdict, to, upgrade, findings } = judgement;
  return [
    verdict,
    to,
    guestName ?? guestAsWritten,
    adapter ?? adapterAsWritten,
    upgrade,
    ...findings.map(({ id }) => id),
  ].join("\n");
}
