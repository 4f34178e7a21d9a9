/** The parts of Vega's packages that the charts use; the packages come without types. */

declare module "vega-dataflow" {
  export interface Operator<T = unknown> {
    value: T;
    rank: number;
    skip(isSkipped: boolean): void;
    set(value: T): void;
  }
  export interface ChangeSet {
    insert(rows: readonly object[]): ChangeSet;
    remove(test: unknown): ChangeSet;
  }
  export interface Locale {
    format(pattern: string): (value: number) => string;
    timeFormat(pattern: string): (value: Date | number) => string;
    utcFormat(pattern: string): (value: Date | number) => string;
  }
  export class Dataflow {
    add<P>(value: null, update: (params: P) => void, params: { [name in keyof P]: Operator }): Operator;
    pulse(target: Operator, changes: ChangeSet): this;
    touch(target: Operator): this;
    update(target: Operator, value: unknown, options?: { skip: boolean }): this;
    evaluate(encode?: string, before?: unknown, after?: unknown): Promise<this>;
    run(encode?: string): this;
    runAsync(encode?: string): Promise<this>;
    runAfter(callback: (view: this) => void, isQueued?: boolean, priority?: number): void;
    error(...words: unknown[]): void;
    locale(): Locale;
  }
  export function changeset(): ChangeSet;
}

declare module "vega-runtime" {
  import type { Dataflow, Operator } from "vega-dataflow";
  export interface Scale {
    (value: unknown): unknown;
    domain(): unknown[];
    range(): unknown[];
    bandwidth?(): number;
    /** Only of scales whose domain are names. */
    step?(): number;
    invert?(value: number): unknown;
  }
  /** A place in a dataflow, in which names of data, signals and scales have a meaning. */
  export interface Scope {
    dataflow: Dataflow;
    root?: Operator;
    data: { [name: string]: { input: Operator; values?: Operator<unknown[]> } };
    signals: { [name: string]: Operator };
    scales: { [name: string]: Operator<Scale> };
    parse(spec: object): Scope;
  }
  export function context(dataflow: Dataflow, transforms: object, functions: object, interpreter: object): Scope;
}

declare module "vega-scale" {
  export function bandSpace(count: number, inner: number, outer: number): number;
}

declare module "vega-encode";
declare module "vega-transforms";
declare module "vega-view-transforms";

declare module "vega-scenegraph" {
  import type { Scope } from "vega-runtime";
  export interface Bounds {
    x1: number;
    y1: number;
    x2: number;
    y2: number;
  }
  export interface Mark {
    marktype: string;
    role?: string;
    name?: string;
    clip?: boolean;
    group: Item;
    items: Item[];
    source?: unknown;
  }
  export interface Item {
    mark: Mark;
    bounds: Bounds;
    datum?: { [field: string]: unknown };
    /** Only of groups. */
    items?: Mark[];
    context?: Scope;
    x?: number;
    y?: number;
    width?: number;
    height?: number;
    opacity?: number;
    _svg?: SVGElement | null;
  }
  export class Scenegraph {
    root: Mark;
    mark(definition: object, group: Item | undefined, index: number): Mark;
  }
  export class SVGRenderer {
    constructor(loader: object);
    initialize(element: Element, width: number, height: number, origin: [number, number]): this;
    resize(width: number, height: number, origin: [number, number]): this;
    background(colour: string | null): this;
    renderAsync(scene: Mark): Promise<this>;
    dirty(item: Item): void;
    canvas(): SVGSVGElement;
  }
  export class SVGStringRenderer {
    constructor(loader: object);
    initialize(element: null, width: number, height: number, origin: [number, number]): this;
    render(scene: Mark): this;
    svg(): string;
  }
  export const textMetrics: {
    width: (item: { text?: unknown; fontSize?: number; fontWeight?: string | number }, text?: unknown) => number;
  };
}
