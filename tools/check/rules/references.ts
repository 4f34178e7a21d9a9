// Rules about ids: what a record cites exists, and each source is cited.

import { isSameWord, suggest } from "../../../advisor/questions/nearest.mjs";
import { writeValue } from "../fix/write-value.ts";
import { type Name, namesOfFeature, namesOfGuest, toKebabCase } from "../names.ts";
import { findPlaceholders } from "../placeholders.ts";
import { references, type Target } from "../references.ts";
import type { Complaint, RecordRule, Words, WorldRule } from "../rule.ts";
import { select, selectText } from "../select.ts";
import type { World } from "../world.ts";
import { fileOf, folderOf, type Kind } from "../../records/kinds.ts";
import { type AnyRecord, recordsOf, type Tombstone } from "../../records/record.ts";

/** Every id that a record cites is that of a record. */
export const idsDeclared = {
  name: "ids-declared",
  summary: "Every cited id belongs to a record.",
  fixable: true,
  scope: "record",
  check(record: AnyRecord, world: World): Complaint[] {
    return references[record.kind].flatMap(([pattern, target, ...words]) =>
      select(record.data, pattern).flatMap(({ path, value, onKey }) => {
        if (typeof value !== "string" || words.includes(value)) return [];
        // The schema rule reports malformed products. References to them may be right.
        if (target === "product" && world.errorsOf(record).length > 0) return [];
        const problem = findProblem(value, target, world, record.data, words);
        if (!problem) return [];
        const { meant, ...said } = problem;
        const fix = meant !== undefined && !onKey ? writeValue(record, path, meant) : undefined;
        return [{ path, onKey, ...said, fix }];
      }),
    );
  },
} satisfies RecordRule;

/** What is wrong with a reference, and the text that certainly belongs there. */
type ReferenceProblem = Words & Pick<Complaint, "undeclared"> & { meant?: string | undefined };

function findProblem(
  id: string,
  target: Target,
  world: World,
  data: unknown,
  words: readonly string[],
): ReferenceProblem | undefined {
  switch (target) {
    case "tool":
      return findToolProblem(id, selectText(data, "platform")[0]?.value, world);
    case "mode":
      return findModeProblem(id, data, world);
    case "product":
      return findProductProblem(
        id,
        selectText(data, "productIds.*").map(({ value }) => value),
      );
    case "evidence":
      return findEvidenceProblem(id, world);
    case "guest-name":
      return findNameProblem(id, "guest", () => recordsOf(world.set, "guest").flatMap(namesOfGuest), world);
    case "feature-name":
      return findNameProblem(id, "feature", () => recordsOf(world.set, "feature").flatMap(namesOfFeature), world);
    default:
      return findIdProblem(id, target, world, words);
  }
}

/** Maximum number of accepted ids in a message. For more, it names the folder. */
const mostListed = 24;

function findIdProblem(
  id: string,
  kind: Kind,
  { ids, findTombstone }: World,
  words: readonly string[] = [],
): ReferenceProblem | undefined {
  const declared = ids.get(kind) ?? new Set();
  if (declared.has(id)) return undefined;
  const tombstone = findTombstone(kind, id);
  if (tombstone) return describeTombstone(id, tombstone);
  const accepted = [...declared, ...words];
  const meant = findSpelling(id, accepted);
  const list = accepted.length <= mostListed ? `accepted: ${accepted.join(", ")}; ` : "";
  const isId = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id);
  return {
    undeclared: kind,
    message: `"${id}" is not declared in ${folderOf(kind)}`,
    help:
      meant !== undefined
        ? `write ${meant}`
        : suggest(id, accepted) ||
          `${list}${isId ? `to cite a new record, write ${folderOf(kind)}/${id}.yaml first` : "ids are in kebab-case"}`,
    meant,
  };
}

/** Finds the only accepted id that differs from the one written in nothing but spaces, hyphens and capitals. */
function findSpelling(id: string, accepted: readonly string[]): string | undefined {
  const [meant, ...others] = accepted.filter((known) => isSameWord(known, id));
  return others.length === 0 ? meant : undefined;
}

function describeTombstone(id: string, { data, file }: Tombstone): Words {
  const [status, successor, reason] = ["status", "successor", "reason"].map(
    (field) => select(data, `tombstone.${field}`)[0]?.value,
  );
  const isMoved = status === "moved" && typeof successor === "string";
  return {
    message: isMoved ? `"${id}" was moved to "${successor}"` : `"${id}" was withdrawn`,
    help: isMoved
      ? `write ${successor}; ${file} says why`
      : `${String(reason)} Cite another record, or withdraw this one too.`,
  };
}

function findNameProblem(
  name: string,
  kind: "guest" | "feature",
  listNames: () => Name[],
  world: World,
): Words | undefined {
  if (world.ids.get(kind)?.has(name)) return undefined;
  const names = listNames().map((known) => known.name);
  if (names.includes(name.toLowerCase()) || !world.isSound(kind)) return undefined;
  const hint = suggest(name, [...names, ...(world.ids.get(kind) ?? [])]);
  return {
    message: `"${name}" is not an id or name of a record in ${folderOf(kind)}`,
    help: hint || `use the id of a record in ${folderOf(kind)}, or write a record first`,
  };
}

function findToolProblem(id: string, platform: string | undefined, world: World): Words | undefined {
  const home = recordsOf(world.set, "platform").find((record) => record.id === platform);
  const tools = select(home?.data, "tools.key()").map(({ value }) => String(value));
  // An unknown platform has its own message.
  return !home || tools.length === 0 || tools.includes(id)
    ? undefined
    : {
        message: `"${id}" is not a tool of ${home.file}`,
        help:
          suggest(id, [...tools, "guest", "host"]) ||
          `use one of ${[...tools, "guest", "host"].join(", ")}, or add the tool there`,
      };
}

/** A step for a mode is for a mode of each of its adapters. */
function findModeProblem(id: string, data: unknown, world: World): Words | undefined {
  const [platform] = selectText(data, "platform");
  for (const { value: adapter } of selectText(data, "adapters.*")) {
    const [section] = select(world.find("adapter", adapter)?.data, `platforms.${platform?.value ?? ""}`);
    // An unknown adapter and an adapter of another platform have their own messages.
    if (!section || !world.isSound("adapter", adapter)) continue;
    const modes = select(section.value, "modes.key()").map(({ value }) => String(value));
    if (modes.includes(id)) continue;
    const others = modes.length > 0 ? `its modes: ${modes.join(", ")}` : "remove mode, or add the mode there";
    return {
      message: `"${id}" is not a mode of ${fileOf("adapter", adapter)} on ${platform?.value ?? ""}`,
      help: suggest(id, modes) || others,
    };
  }
  return undefined;
}

function findProductProblem(id: string, products: readonly string[]): Words | undefined {
  if (products.includes(id)) return undefined;
  return {
    message: `"${id}" is not one of the productIds`,
    help: suggest(id, products) || "add it to productIds first",
  };
}

function findEvidenceProblem(reference: string, world: World): ReferenceProblem | undefined {
  const match = /^(dataset|finding):([^/]*)(?:\/(.*))?$/.exec(reference);
  if (!match) return undefined;
  const [, kind, id = "", row] = match;
  const problem = findIdProblem(id, kind === "dataset" ? "dataset" : "finding", world);
  if (problem) {
    const { meant, ...said } = problem;
    return meant === undefined ? said : { ...said, meant: reference.replace(`:${id}`, `:${meant}`) };
  }
  if (row === undefined) return undefined;
  const rows = selectText(world.find("dataset", id)?.data, "measurements.*.id").map(({ value }) => value);
  if (rows.includes(row) || !world.isSound("dataset", id)) return undefined;
  return {
    message: `"${row}" is not a row of ${fileOf("dataset", id)}`,
    help: suggest(row, rows) || `its rows: ${rows.slice(0, 12).join(", ")}`,
  };
}

/** Every source is cited by some record, or its review says why nothing of it is shown. */
export const sourcesUsed: WorldRule = {
  name: "sources-used",
  summary: "Every source is cited by a record, or its review gives the reason why not.",
  scope: "world",
  check({ set }) {
    const cited = new Set<unknown>(
      set.records.flatMap(({ kind, data }) =>
        references[kind]
          .filter(([, target]) => target === "source")
          .flatMap(([pattern]) => select(data, pattern).map(({ value }) => value)),
      ),
    );
    // An unreadable record may cite every source that its text mentions.
    const isMentioned = (id: string): boolean => set.unreadable.some(({ text }) => text.includes(id));
    return (
      recordsOf(set, "source")
        .filter(({ id }) => !cited.has(id) && !cited.has(toKebabCase(id)) && !isMentioned(id))
        .filter(({ data }) => !isLeftOut(data))
        // An unfinished draft need not be cited yet.
        .filter((record) => findPlaceholders(record).length === 0)
        .map((record) => ({
          record,
          path: ["title"],
          onKey: true,
          message: `no record cites the source "${record.id}"`,
          help: "cite it in a record; withdraw it with a tombstone if it was published, or remove the file if it is new",
        }))
    );
  },
};

/** Nothing of it is shown, and the review says why. */
function isLeftOut(source: unknown): boolean {
  const shown = ["review.asMeasurements", "review.asFindings"].flatMap((pattern) => select(source, pattern));
  return shown.length > 0 && shown.every(({ value }) => value === 0);
}
