import type { WorldRule } from "../rule.ts";

/**
 * A file is plain YAML 1.2: no key twice, no tabs for indentation, no byte order mark, line feeds only, no anchors or tags.
 *
 * Good: `since: '4.0'` once.
 * Bad: `since: '4.0'` and, further down in the same mapping, `since: '4.1'`.
 */
export const yaml: WorldRule = {
  name: "yaml",
  scope: "world",
  fixable: false,
  check: ({ set }) => set.problems,
};
