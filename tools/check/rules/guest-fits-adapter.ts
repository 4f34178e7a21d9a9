// The rule about adapters, guests and platforms: they fit each other.

import { listRows, placesOfCondition, type Row } from "../rows.ts";
import type { Complaint, Words, WorldRule } from "../rule.ts";
import { select, type Selected, selectText } from "../select.ts";
import type { World } from "../world.ts";
import { type AnyRecord, type AuthoredRecord, type RecordSet, recordsOf } from "../../records/record.ts";
import { namesOfGuest } from "../names.ts";

/**
 * Adapter, guest and platform fit each other: what a platform offers a guest exists on that platform, and its default is
 * among it; a step names adapters of its platform, and a rule adapters of one of its platforms; the rows of a dataset and the
 * tests of a rule name adapters of their platform, and none that their guest is never offered there. A guest is known by any of its names; a condition that says more than a name, such as "Windows 98, driver
 * forced", is taken as it is.
 */
export const guestFitsAdapter: WorldRule = {
  name: "guest-fits-adapter",
  summary: "The platform has the adapter, and the adapter is available to the guest there.",
  scope: "world",
  check(world) {
    const guests = indexGuests(world.set);
    return world.set.records.flatMap((record) =>
      checkRecord(record, guests, world).map((complaint) => ({ record, ...complaint })),
    );
  },
};

function checkRecord({ kind, data }: AnyRecord, guests: GuestIndex, world: World): Complaint[] {
  switch (kind) {
    case "guest":
      return select(data, "platforms.key()").flatMap(({ value }) => checkOffers(data, String(value), world));
    case "dataset":
      return checkDataset(data, guests, world);
    case "rule":
      return [
        ...findForeign(data, "when.platform.*", adaptersOfRule, world),
        ...select(data, "tests.*").flatMap((test) => checkTest(test, guests, world)),
      ];
    case "step":
      return findForeign(data, "platform", adaptersOfStep, world);
    default:
      return [];
  }
}

function checkOffers(data: unknown, platform: string, world: World): Complaint[] {
  const offered = selectText(data, `platforms.${platform}.offered.*.adapters.*`);
  const ids = new Set(offered.map(({ value }) => value));
  const foreign = offered
    .filter(({ value }) => isKnownElsewhere(value, platform, world))
    .map(({ path, value }) => ({ path, ...describeWrongPlatform(value, platform) }));
  const odd = selectText(data, `platforms.${platform}.default`)
    .filter(({ value }) => value !== "unknown" && ids.size > 0 && !ids.has(value))
    .map(({ path, value }) => ({
      path,
      restsOn: offered.map((adapter) => adapter.path),
      message: `the default "${value}" is not in the list of available adapters`,
      help: `available: ${[...ids].join(", ")}; write unknown if the default is not known`,
    }));
  return [...foreign, ...odd];
}

const adaptersOfStep = ["adapters.*", "replaces.*", "notReplacing.*"];
const adaptersOfRule = [
  "when.currentAdapter.*",
  ...["exclude", "prefer", "over", "warn", "for"].map((name) => `then.${name}.*`),
];

/** Finds adapters that none of the platforms of a record has: what the record says about them has no effect. */
function findForeign(data: unknown, platformsAt: string, adaptersAt: readonly string[], world: World): Complaint[] {
  const platforms = selectText(data, platformsAt);
  if (platforms.length === 0 || platforms.some(({ value }) => !world.ids.get("platform")?.has(value))) return [];
  return adaptersAt
    .flatMap((pattern) => selectText(data, pattern))
    .filter(({ value: id }) => platforms.every(({ value: platform }) => isKnownElsewhere(id, platform, world)))
    .map(({ path, value }) => ({
      path,
      restsOn: platforms.map((platform) => platform.path),
      ...describeWrongPlatform(value, platforms.map((platform) => platform.value).join(" or ")),
    }));
}

/** An adapter that a row names, with the guest that it was in. */
interface Use {
  path: Complaint["path"];
  id: string;
  row: Row;
}

function checkDataset(data: unknown, guests: GuestIndex, world: World): Complaint[] {
  const [platform] = selectText(data, "platform");
  if (!platform || !world.ids.get("platform")?.has(platform.value)) return [];
  const uses = listRows(data).flatMap((row) =>
    ["adapter", "relativeTo"]
      .flatMap((field) => selectText(row.row, field))
      .filter(({ value }) => world.find("adapter", value) !== undefined)
      .map(({ path, value }): Use => ({ path: [...row.path, ...path], id: value, row })),
  );
  const foreign = uses.filter(({ id }) => isKnownElsewhere(id, platform.value, world));
  // A wrong platform would cause a complaint about every adapter.
  if (foreign.length > 1 && foreign.length === uses.length) {
    return [
      {
        path: platform.path,
        restsOn: foreign.map(({ path }) => path),
        message: `none of the measured adapters exists on ${platform.value}`,
        help: `${foreign[0]?.id ?? ""} exists on ${platformsOf(foreign[0]?.id ?? "", world).join(", ")}`,
      },
    ];
  }
  const misfits = uses.flatMap((use) => {
    const problem = findMisfit(use.id, use.row.conditions, platform.value, guests, world);
    return problem ? [{ ...use, problem }] : [];
  });
  const [shared] = selectText(data, "conditions.guest");
  const isShared = shared && select(data, "measurements.*.conditions.guest").length === 0;
  // A wrong guest, too.
  if (isShared && misfits.length > 1 && misfits.length === uses.length) {
    return [
      {
        path: shared.path,
        restsOn: [platform.path, ["conditions", "bitness"], ...misfits.map(({ path }) => path)],
        message: `no measured adapter is available to ${shared.value} on ${platform.value}`,
        help: `${misfits[0]?.problem.help ?? ""}; ${unless}`,
      },
    ];
  }
  return [
    ...foreign.map(({ path, id }) => ({
      path,
      restsOn: [platform.path],
      ...describeWrongPlatform(id, platform.value),
    })),
    ...misfits.map(({ path, row, problem }) => ({
      path,
      restsOn: [platform.path, ...["guest", "bitness"].flatMap((name) => placesOfCondition(row, name))],
      message: problem.message,
      help: `${problem.help ?? ""}; ${unless}`,
    })),
  ];
}

const unless = "if the source forced this combination, say so after the guest's name";

/** A test expects the advisor to name an adapter; what it expects to be refused may be any. */
function checkTest({ path, value: test }: Selected, guests: GuestIndex, world: World): Complaint[] {
  const [platform] = selectText(test, "given.platform");
  const [given] = select(test, "given");
  const expected = ["expect.recommended", "expect.suitable.*", "expect.conditional.*"].flatMap((pattern) =>
    selectText(test, pattern),
  );
  if (!platform) return [];
  return expected.flatMap((adapter) => {
    const problem = findMisfit(adapter.value, given?.value ?? {}, platform.value, guests, world);
    const places = ["platform", "guest", "bitness"].map((name) => [...path, "given", name]);
    return problem ? [{ path: [...path, ...adapter.path], restsOn: places, ...problem }] : [];
  });
}

/** What is wrong with an adapter in a guest; nothing where the guest, or what it is offered, is not known for sure. */
function findMisfit(
  id: string,
  conditions: unknown,
  platform: string,
  guests: GuestIndex,
  world: World,
): Words | undefined {
  const adapter = world.find("adapter", id);
  const [listed] = select(adapter?.data, `platforms.${platform}.listed`);
  // Devices of the host are given to guests without being on their list.
  if (!adapter || listed?.value === false || isKnownElsewhere(id, platform, world)) return undefined;
  const [name] = selectText(conditions, "guest");
  const candidates = guests.findGuests(name?.value, select(conditions, "bitness")[0]?.value);
  const offers = candidates.map((guest) => listOffered(guest, platform));
  if (!name || offers.length === 0 || offers.some((offered) => !offered || offered.has(id))) return undefined;
  if (candidates.some((guest) => !world.isSound("guest", guest.id))) return undefined;
  const all = [...new Set(offers.flatMap((offered) => [...(offered ?? [])]))];
  return {
    message: `${id} is not available to ${name.value} on ${platform}`,
    help: `available: ${all.join(", ")}`,
  };
}

function describeWrongPlatform(id: string, platform: string): Words {
  return {
    message: `"${id}" is not an adapter of ${platform}`,
    help: `give data/adapters/${id}.yaml a section for ${platform}, or name another adapter`,
  };
}

/** The rule ids-declared reports adapters that are not declared. */
function isKnownElsewhere(id: string, platform: string, world: World): boolean {
  return (
    world.find("adapter", id) !== undefined &&
    world.isSound("adapter", id) &&
    !platformsOf(id, world).includes(platform)
  );
}

function platformsOf(id: string, { find }: World): string[] {
  return select(find("adapter", id)?.data, "platforms.key()").map(({ value }) => String(value));
}

type Guest = AuthoredRecord<"guest">;

/** What all guest records together say about names and adapters. */
interface GuestIndex {
  /** The guests that a name can mean; those with the bitness where there are some, and where one is given. */
  findGuests(name: unknown, bitness: unknown): readonly Guest[];
}

/** Reads the names of all guests once: a record at a time would read them over and over. */
function indexGuests(set: RecordSet): GuestIndex {
  const byName = new Map<string, Guest[]>();
  for (const guest of recordsOf(set, "guest")) {
    for (const name of new Set(namesOfGuest(guest).map((entry) => entry.name)))
      byName.set(name, [...(byName.get(name) ?? []), guest]);
  }
  return {
    findGuests(name, bitness) {
      const all = typeof name === "string" ? (byName.get(name.toLowerCase()) ?? []) : [];
      const fitting = all.filter((guest) => select(guest.data, "bitness").some(({ value }) => value === bitness));
      return fitting.length > 0 ? fitting : all;
    },
  };
}

/** Lists the adapters that a platform offers a guest with any virtual hardware; undefined where the guest is not known there. */
function listOffered(guest: Guest, platform: string): ReadonlySet<string> | undefined {
  const offered = selectText(guest.data, `platforms.${platform}.offered.*.adapters.*`);
  return offered.length > 0 ? new Set(offered.map(({ value }) => value)) : undefined;
}
