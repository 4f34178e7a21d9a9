import { otherPlatforms } from "../records/kinds.ts";
import type { Kind } from "../records/kinds.ts";

/** What a field refers to: a record by id, evidence, a guest or feature by any name, a tool of the platform, a mode of the adapters, or a product of the platform. */
export type Target = Kind | "evidence" | "guest-name" | "feature-name" | "tool" | "mode" | "product";

/** A pattern of select, what it refers to, and words that are accepted besides ids. */
type Reference = readonly [pattern: string, target: Target, ...words: string[]];

/** Every field that refers to another record; a test compares the list with the schemas. */
export const references: { readonly [K in Kind]: readonly Reference[] } = {
  platform: [
    ["referenceAdapter", "adapter"],
    ["products.*.guestTypes.*.*", "guest"],
    ["sameReleases.*", "product"],
    ["sources.*.source", "source"],
  ],
  feature: [
    ["platforms.key()", "platform"],
    ["sources.*.source", "source"],
  ],
  adapter: [
    ["drivers.*.platform", "platform"],
    ["drivers.*.guests.*", "guest"],
    ["drivers.*.sources.*.source", "source"],
    ["platforms.key()", "platform"],
    ["platforms.*.compatibility.key()", "feature"],
    ["platforms.*.compatibility.*.conflict.sources.*.source", "source"],
    ["platforms.*.compatibility.*.sources.*.source", "source"],
    ["platforms.*.modes.*.compatibility.key()", "feature"],
    ["platforms.*.modes.*.compatibility.*.conflict.sources.*.source", "source"],
    ["platforms.*.modes.*.compatibility.*.sources.*.source", "source"],
    ["platforms.*.modes.*.conflict.sources.*.source", "source"],
    ["platforms.*.modes.*.prerequisites.*.sources.*.source", "source"],
    ["platforms.*.modes.*.sources.*.source", "source"],
    ["platforms.*.limits.*.conflict.sources.*.source", "source"],
    ["platforms.*.prerequisites.*.sources.*.source", "source"],
    ["platforms.*.limits.*.sources.*.source", "source"],
    ["platforms.*.deviceOptions.sources.*.source", "source"],
    ["platforms.*.conflict.sources.*.source", "source"],
    ["platforms.*.sources.*.source", "source"],
    ["facts.*.sources.*.source", "source"],
  ],
  guest: [
    ["platforms.key()", "platform"],
    ["platforms.*.offered.*.adapters.*", "adapter"],
    ["platforms.*.olderEntries.*.guest", "guest"],
    ["platforms.*.default", "adapter", "unknown"],
    ["platforms.*.sources.*.source", "source"],
  ],
  source: [],
  question: [
    ["assumedYes.guests.*", "guest"],
    ["platforms.*", "platform"],
  ],
  dataset: [
    ["source", "source"],
    ["platform", "platform", ...Object.keys(otherPlatforms)],
    ["measurements.*.adapter", "adapter", "unknown", "native"],
    ["measurements.*.relativeTo", "adapter", "unknown", "paravirtual-unnamed", "native"],
    ["contradicts.*.evidence", "evidence"],
    ["contradicts.*.sources.*.source", "source"],
  ],
  finding: [
    ["adapters.*", "adapter"],
    ["platforms.*", "platform", ...Object.keys(otherPlatforms)],
    ["source", "source"],
    ["contradicts.*.evidence", "evidence"],
    ["contradicts.*.sources.*.source", "source"],
    ["qualifies.*", "evidence"],
    ["problem.match.adapters.*", "adapter"],
    ["problem.features.*", "feature"],
  ],
  rule: [
    ["when.platform.*", "platform"],
    ["when.guest.*", "guest"],
    ["when.currentAdapter.*", "adapter"],
    ["when.requires.*", "feature"],
    ["then.exclude.*", "adapter"],
    ["then.prefer.*", "adapter"],
    ["then.over.*", "adapter"],
    ["then.warn.*", "adapter"],
    ["then.for.*", "adapter"],
    ["then.loses.*", "feature"],
    ["then.require.*", "step"],
    ["evidence.*", "evidence"],
    ["tests.*.given.platform", "platform"],
    ["tests.*.given.guest", "guest-name"],
    ["tests.*.given.currentAdapter", "adapter"],
    ["tests.*.given.requires.*", "feature-name"],
    ["tests.*.expect.recommended", "adapter", "none"],
    ["tests.*.expect.not", "adapter"],
    ["tests.*.expect.suitable.*", "adapter"],
    ["tests.*.expect.conditional.*", "adapter"],
    ["tests.*.expect.excluded.*", "adapter"],
    ["tests.*.expect.warned.*", "adapter"],
    ["tests.*.expect.steps.*", "step"],
  ],
  step: [
    ["platform", "platform"],
    ["adapters.*", "adapter"],
    ["mode", "mode"],
    ["tool", "tool", "guest", "host"],
    ["replaces.*", "adapter"],
    ["notReplacing.*", "adapter"],
    ["sources.*.source", "source"],
  ],
};
