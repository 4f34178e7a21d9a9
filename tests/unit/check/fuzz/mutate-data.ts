import { isMapping } from "../../../../tools/check/select.ts";
import type { Random } from "./random.ts";

/** What mutations take from other records. */
export interface Pool {
  keys: readonly string[];
  /** Values and parts of records. */
  parts: readonly unknown[];
}

type Holder = { [key: string]: unknown } | unknown[];
interface Place {
  holder: Holder;
  key: string | number;
}

/** Changes a copy of a record's data in one random way: drops, doubles, adds, retypes, moves, renames, nests, swaps or splices. */
export function mutateData(data: unknown, random: Random, pool: Pool): unknown {
  const root = { record: structuredClone(data) };
  const places = listPlaces(root);
  const place = random.pick(places);
  const other = random.pick(places);
  random.pick(mutations)({ place, other, random, pool });
  return root.record;
}

interface Scene {
  /** What is changed. */
  place: Place;
  /** Another place of the same record; it may be the same, within or around the first. */
  other: Place;
  random: Random;
  pool: Pool;
}
type Mutation = (scene: Scene) => void;

const oddNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "",
  "0",
  "kind",
  "unknown",
  "tombstone",
];
const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e-308, NaN, Infinity, 2 ** 53, 1e21],
  ...["", " ", "unknown", "none", "yes", "no", "null", "~", "1", "1,5", "2012-13-45", "9999-12-31", "0000-00-00"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "a: b",
    "- a",
    "# a",
    "<b>",
    "=1+1",
    "x".repeat(1000),
    "\u0000",
    "\uFEFF",
  ],
  ...[
    "dataset:x/y",
    "finding:",
    "dataset:constructor/__proto__",
    "8.0",
    "8.",
    "../../etc/passwd",
    "https://[",
    "10.0.0.1",
  ],
  ...[[], {}, [[]], [{}], [null], { kind: "value" }, { source: null }, ["a", "a"]],
];

const mutations: readonly Mutation[] = [
  ({ place }) => drop(place),
  function double({ place: { holder, key }, random, pool: { keys } }) {
    if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(holder[Number(key)]));
    else set({ holder, key: random.pick(keys) }, structuredClone(holder[key]));
  },
  function add({ place: { holder }, random, pool: { keys, parts } }) {
    const value = structuredClone(random.pick(random.oneIn(2) ? parts : oddValues));
    if (Array.isArray(holder)) holder.push(value);
    else set({ holder, key: random.pick(random.oneIn(2) ? keys : oddNames) }, value);
  },
  function retype({ place, random }) {
    set(place, structuredClone(random.pick(oddValues)));
  },
  function move({ place, other }) {
    const value = get(place);
    drop(place);
    if (isMapping(other.holder)) set({ holder: other.holder, key: String(place.key) }, structuredClone(value));
    else other.holder.push(structuredClone(value));
  },
  function rename({ place: { holder, key }, random, pool: { keys } }) {
    if (Array.isArray(holder)) return set({ holder, key }, { [String(key)]: holder[Number(key)] });
    const value = holder[key];
    delete holder[key];
    set({ holder, key: random.oneIn(2) ? random.pick([...keys, ...oddNames]) : misspell(String(key), random) }, value);
  },
  function nest({ place, random }) {
    const depth = random.oneIn(8) ? 200 : 1 + random.below(4);
    let value = get(place);
    for (let level = 0; level < depth; level++) value = random.oneIn(2) ? [value] : { [String(place.key)]: value };
    set(place, value);
  },
  function swap({ place, other }) {
    const [a, b] = [structuredClone(get(place)), structuredClone(get(other))];
    set(place, b);
    if (isStillThere(other)) set(other, a);
  },
  function splice({ place, random, pool: { parts } }) {
    set(place, structuredClone(random.pick(parts)));
  },
  function distort({ place, random }) {
    const value = get(place);
    if (typeof value === "string") set(place, misspell(value, random));
    else if (typeof value === "number") set(place, value * random.pick([-1, 0, 10, 1e9, 0.1]));
    else if (typeof value === "boolean") set(place, !value);
    else set(place, JSON.stringify(value));
  },
];

/** Every value of a record, the record itself first. */
function listPlaces(holder: Holder): Place[] {
  const keys = Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);
  return keys.flatMap((key) => {
    const value = get({ holder, key });
    return [{ holder, key }, ...(typeof value === "object" && value !== null ? listPlaces(value as Holder) : [])];
  });
}

function drop({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function get({ holder, key }: Place): unknown {
  return (holder as { [key: string]: unknown })[key];
}

/** Sets a value under any name, also under one that means something to JavaScript. */
function set({ holder, key }: Place, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function isStillThere({ holder, key }: Place): boolean {
  return Object.hasOwn(holder, key);
}

function misspell(word: string, random: Random): string {
  const at = random.below(word.length + 1);
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + random.pick(["x", " ", "-", "_", "\u00A0", "é", "\u200B", "9", "<", "'"]) + word.slice(at),
    word.toUpperCase(),
    `${word} `,
  ]);
}
