/**
 * Counts the words of the answers to ten hard situations, as the command line prints them.
 *
 *     node --import tsx tests/unit/advisor/word-counts.ts [FOLDER]
 *
 * FOLDER is a clone of another version with its packages installed; left out, it is this one. A word is a run of characters
 * between spaces with a letter or a digit.
 *
 * Counted on 27 November 2026. "Before" is commit e14b441, the last one before answers were folded, run from a clone of its
 * own with the packages of today. It always printed assumptions, evidence, titles of steps and the validation; --explain added
 * the rules. Today the answer comes first: --explain prints all but the steps, and --steps TOOL adds them for one tool.
 *
 *     situation                                        before   today   today, --explain
 *     50,001 packets/s, SR-IOV in the host              1235     129                930
 *     100,000 packets/s, SR-IOV in the host             1259     158                786
 *     100,000 packets/s, vMotion required               1184      96                819
 *     5 million packets/s                               1315     168               1085
 *     20 Gbit/s over 25 GbE                             1295     163               1099
 *     E1000E on Windows Server 2008 R2, vSphere 6.0     1237     164               1012
 *     64-bit guest without hardware virtualization      1099     130                779
 *     Windows 11 on KVM                                 1011     220                877
 *     FreeBSD 9.3 on KVM                                1136     227                851
 *     NetWare 6 on KVM                                   928     186                550
 *     median                                          1209.5   163.5                864
 */
import { spawnSync } from "node:child_process";

const linux = "--guest rhel9-64 --platform-version 8.0 --guest-drivers yes";
const passing = "--iommu yes --sriov-nic yes";

/** The situations, as flags that both versions in the table understand. */
const situations: Record<string, string> = {
  "50,001 packets/s, SR-IOV in the host": `${linux} ${passing} --packet-rate 50001`,
  "100,000 packets/s, SR-IOV in the host": `${linux} ${passing} --packet-rate 100000`,
  "100,000 packets/s, vMotion required": `${linux} ${passing} --packet-rate 100000 --require vmotion`,
  "5 million packets/s": `${linux} --packet-rate 5000000`,
  "20 Gbit/s over 25 GbE": `${linux} --throughput-gbps 20 --link-gbps 25`,
  "E1000E on Windows Server 2008 R2, vSphere 6.0":
    "--guest windows-server-2008-r2-64 --platform-version 6.0 --current-adapter e1000e",
  "64-bit guest without hardware virtualization": `${linux} --hardware-virtualization no`,
  "Windows 11 on KVM": "--platform kvm --guest windows-11-64",
  "FreeBSD 9.3 on KVM": "--platform kvm --guest freebsd9.3",
  "NetWare 6 on KVM": "--platform kvm --guest netware6-32",
};

/** What is printed, and what more the flags unfold. */
const forms: [name: string, flags: string][] = [
  ["printed", ""],
  ["with --explain", "--explain"],
];

function countWords(folder: string, flags: string): number | undefined {
  const args = ["run", "-s", "advisor", "--", "advise", ...flags.split(" ").filter(Boolean)];
  const { status, stdout } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length : undefined;
}

function median(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

const folder = process.argv[2] ?? ".";
const rows = Object.entries(situations).map(([name, flags]) => ({
  name,
  counts: forms.map(([, more]) => countWords(folder, `${flags} ${more}`)),
}));
const medians = forms.map((_, at) => median(rows.flatMap(({ counts }) => counts[at] ?? [])));
for (const { name, counts } of [...rows, { name: "median", counts: medians }])
  console.log(`${name.padEnd(48)} ${counts.map((count) => String(count ?? "refused").padStart(8)).join("")}`);
