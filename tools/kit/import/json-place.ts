import type { JsonNode } from "../../../advisor/fleet/read/text/parse-json.ts";
import { readDecimal } from "./units.ts";
import type { Spot } from "./row.ts";

/** A place of a JSON document, which may be empty: reading on from it never fails. */
export class JsonPlace {
  constructor(
    readonly node: JsonNode | undefined,
    /** Keys that lead here, with dots between. */
    readonly key = "",
    readonly isRepeated = false,
  ) {}

  /** The value under a key of an object or a number of a list, and so on. */
  at(...steps: readonly (string | number)[]): JsonPlace {
    const [step, ...rest] = steps;
    if (step === undefined) return this;
    const key = this.key === "" ? String(step) : `${this.key}.${step}`;
    const { node } = this;
    const next =
      node?.kind === "object"
        ? new JsonPlace(node.members.get(String(step)), key, this.isRepeated || node.repeated.has(String(step)))
        : new JsonPlace(node?.kind === "array" ? node.items[Number(step)] : undefined, key, this.isRepeated);
    return next.at(...rest);
  }

  get exists(): boolean {
    return this.node !== undefined;
  }

  /** A number, also one that is written in quotes; undefined for anything else. */
  get number(): number | undefined {
    if (this.node?.kind === "number") return Number.isFinite(this.node.value) ? this.node.value : undefined;
    return this.node?.kind === "string" ? readDecimal(this.node.value.trim()) : undefined;
  }

  get text(): string | undefined {
    return this.node?.kind === "string" ? this.node.value : undefined;
  }

  get items(): JsonPlace[] {
    return this.node?.kind === "array" ? this.node.items.map((_, index) => this.at(index)) : [];
  }

  get names(): string[] {
    return this.node?.kind === "object" ? [...this.node.members.keys()] : [];
  }

  /** The value as the file writes it. */
  get written(): string {
    const { node } = this;
    if (node === undefined) return "nothing";
    if (node.kind === "number" || node.kind === "word") return node.text;
    if (node.kind === "string") return node.value;
    return node.kind === "object" ? "an object" : "a list";
  }

  get spot(): Spot {
    return { ...(this.node ? { line: this.node.line } : {}), ...(this.key ? { key: this.key } : {}) };
  }
}
