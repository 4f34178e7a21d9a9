import { changeset, Dataflow, type Operator } from "vega-dataflow";
import { expressionInterpreter } from "vega-interpreter";
import { context, type Scale, type Scope } from "vega-runtime";
import { type Item, Scenegraph, SVGRenderer, textMetrics } from "vega-scenegraph";
import { truthy } from "vega-util";
import { measureItem } from "./measure-text.ts";
import { expressions } from "./expressions.ts";
import * as transforms from "./transforms.ts";

/** A dataflow as tools/site/charts/live compiles it from a specification. */
export type Flow = object;

interface Padding {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
type Point = [number, number];

/** Name under which every chart reads its rows. */
const rowsName = "rows";

/**
 * Runs a dataflow and draws it as SVG. It does of Vega's own view what a drawing needs: no pointer, no timer, no canvas, no
 * tooltip; what a reader does with the drawing is the business of the modules beside this one.
 */
export class View extends Dataflow {
  /** Transforms of Vega read the members that begin with a line. */
  _autosize = 1;
  _width: number;
  _height: number;
  _viewWidth: number;
  _viewHeight: number;
  private origin: Point = [0, 0];
  private isResized = true;
  private isDirty = true;
  private readonly scene = new Scenegraph();
  private readonly scope: Scope;
  private readonly sizes: { width: Operator; height: Operator };
  private renderer: SVGRenderer | undefined;

  constructor(flow: Flow, rows: readonly object[]) {
    super();
    textMetrics.width = measureItem;
    const { root } = this.scene;
    this.scope = context(this, transforms, expressions, expressionInterpreter).parse(flow);
    this.scope.root?.set(root);
    const frame = this.operatorOf(this.scope.data.root?.input, "root");
    root.source = frame;
    this.pulse(frame, changeset().insert(root.items));
    this.setRows(rows);
    this._viewWidth = this._width = Number(this.signal("width"));
    this._viewHeight = this._height = Number(this.signal("height"));
    this.sizes = {
      width: this.watch("width", (size) => {
        this._viewWidth = this._width = size;
      }),
      height: this.watch("height", (size) => {
        this._viewHeight = this._height = size;
      }),
    };
  }

  /** Replaces the rows; the next run draws them. */
  setRows(rows: readonly object[]): this {
    return this.pulse(
      this.operatorOf(this.scope.data[rowsName]?.input, rowsName),
      changeset()
        .remove(truthy)
        .insert(rows.map((row) => ({ ...row }))),
    );
  }

  signal(name: string): unknown {
    return this.operatorOf(this.scope.signals[name], name).value;
  }

  setSignal(name: string, value: unknown): this {
    return this.update(this.operatorOf(this.scope.signals[name], name), value);
  }

  hasSignal(name: string): boolean {
    return name in this.scope.signals;
  }

  /** A scale of the whole drawing, for example x. */
  scale(name: string): Scale {
    return this.operatorOf(this.scope.scales[name], name).value as Scale;
  }

  /** Lays out anew at the next run: the drawing takes the size that its content has then. */
  resize(): this {
    this._autosize = 1;
    return this.touch(this.operatorOf(this.scope.signals.autosize, "autosize"));
  }

  /** Width of the whole, labels and padding included. */
  get fullWidth(): number {
    const { left, right } = this.padding();
    return Math.max(0, this._viewWidth + left + right);
  }

  get fullHeight(): number {
    const { top, bottom } = this.padding();
    return Math.max(0, this._viewHeight + top + bottom);
  }

  /** Where the plot begins inside the whole. */
  get offset(): Point {
    const { left, top } = this.padding();
    return [left + this.origin[0], top + this.origin[1]];
  }

  /** Draws into an element from now on. */
  attach(element: Element): SVGSVGElement {
    this.renderer = new SVGRenderer({}).initialize(element, this.fullWidth, this.fullHeight, this.offset);
    this.isDirty = true;
    return this.renderer.canvas();
  }

  override async evaluate(encode?: string, before?: unknown, after?: unknown): Promise<this> {
    await super.evaluate(encode, before, after);
    if (!this.renderer || !(this.isDirty || this.isResized)) return this;
    if (this.isResized) this.renderer.resize(this.fullWidth, this.fullHeight, this.offset);
    this.isResized = this.isDirty = false;
    await this.renderer.renderAsync(this.scene.root);
    return this;
  }

  /** Errors inside a run go to the caller, not to the console. */
  override error(error: unknown): void {
    throw error;
  }

  padding(): Padding {
    return this.signal("padding") as Padding;
  }

  scenegraph(): Scenegraph {
    return this.scene;
  }

  dirty(item: Item): void {
    this.isDirty = true;
    this.renderer?.dirty(item);
  }

  /** Called by the layout with the sizes that it has found. */
  _resizeView(viewWidth: number, viewHeight: number, width: number, height: number, origin: Point): void {
    this.runAfter(
      () => {
        this._autosize = 0;
        const isChanged = [this.follow("width", width), this.follow("height", height)].includes(true);
        if (
          this._viewWidth !== viewWidth ||
          this._viewHeight !== viewHeight ||
          String(this.origin) !== String(origin)
        ) {
          [this._viewWidth, this._viewHeight, this.origin] = [viewWidth, viewHeight, origin];
          this.isResized = true;
        }
        if (isChanged) this.run("enter");
      },
      false,
      1,
    );
  }

  /** Sets the signal of a size to what the layout found, without laying out again because of it. */
  private follow(name: "width" | "height", size: number): boolean {
    if (this.signal(name) === size) return false;
    this.update(this.operatorOf(this.scope.signals[name], name), size, { skip: true });
    this.sizes[name].skip(true);
    return true;
  }

  private watch(name: string, take: (size: number) => void): Operator {
    const signal = this.operatorOf(this.scope.signals[name], name);
    const watcher = this.add<{ size: number }>(
      null,
      ({ size }) => {
        take(size);
        this._autosize = 1;
        this.isResized = true;
      },
      { size: signal },
    );
    watcher.rank = signal.rank + 1;
    return watcher;
  }

  private operatorOf(operator: Operator | undefined, name: string): Operator {
    if (!operator) throw new Error(`vNIC Atlas: the chart has no "${name}"`);
    return operator;
  }
}
