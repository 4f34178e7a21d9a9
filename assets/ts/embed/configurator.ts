import {
  describeColourFault,
  describeFrameGaps,
  isColour,
  writeSnippets,
  type AtlasPlaces,
  type OwnChoice,
} from "./own-snippets.ts";

/** The component as the preview uses it; its class comes with a script of its own. */
type Preview = HTMLElement & { policy: object | null };

/** Shows the form that sets up a component, follows it in the preview, and writes the snippets. */
export function startConfigurator(form: HTMLFormElement, output: HTMLElement, preview: Preview): void {
  const { script = "", integrity = "", frame = "", atlas = "", tarball = "" } = output.dataset;
  const places = withRealAddress({ script, integrity, frame, atlas, tarball });
  const problem = form.querySelector("#own-policy-problem");
  const colourProblem = form.querySelector("#own-accent-problem");
  const frameGaps = output.querySelector("#own-frame-gaps");
  let policy: object | undefined;
  const own = new CSSStyleSheet();
  document.adoptedStyleSheets.push(own);

  function update(): void {
    const choice = readChoice(form, policy, places.atlas);
    const snippets = writeSnippets(choice, places);
    for (const block of output.querySelectorAll<HTMLElement>("[data-snippet]")) {
      const text = snippets[block.dataset.snippet ?? ""] ?? "";
      block.hidden = text === "";
      const code = block.querySelector("code");
      if (code) code.textContent = text;
    }
    if (frameGaps) frameGaps.textContent = describeFrameGaps(choice);
    if (colourProblem) colourProblem.textContent = describeColourFault(readText(form, "accent"));
    show(preview, choice);
    own.replaceSync(snippets.style ?? "");
  }
  /** YAML is read by a script that comes with the first letter of a policy. */
  async function readPolicy(): Promise<void> {
    const text = (form.elements.namedItem("policy") as HTMLTextAreaElement).value;
    let said = "";
    try {
      policy = text.trim() === "" ? undefined : (await import("./read-policy-text.ts")).readPolicyText(text);
    } catch (error) {
      policy = undefined;
      said = error instanceof Error ? error.message : String(error);
    }
    if (problem) problem.textContent = said;
    preview.policy = policy ?? null;
    update();
  }
  preview.addEventListener("vnic-problem", (event) => {
    const { kind, problems } = (event as CustomEvent<{ kind: string; problems: string[] }>).detail;
    if (kind === "policy" && problem) problem.textContent = problems.join(" ");
  });
  form.addEventListener("input", ({ target }) => {
    if ((target as HTMLElement).getAttribute("name") === "policy") void readPolicy();
    else update();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  output.hidden = false;
  update();
}

/** A site served from its archive has its addresses relative, and knows only here where it is. */
function withRealAddress({ integrity, tarball, ...places }: AtlasPlaces): AtlasPlaces {
  const real = (address: string): string => new URL(address, document.baseURI).href;
  return { integrity, tarball, script: real(places.script), frame: real(places.frame), atlas: real(places.atlas) };
}

function readText(form: HTMLFormElement, name: string): string {
  return (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null)?.value.trim() ?? "";
}

function readChoice(form: HTMLFormElement, policy: object | undefined, atlas: string): OwnChoice {
  const text = (name: string): string => readText(form, name);
  const isOn = (name: string): boolean => (form.elements.namedItem(name) as HTMLInputElement | null)?.checked ?? false;
  const questions = [...form.querySelectorAll<HTMLElement>("[data-question]")].map((row) => ({
    flag: row.dataset.question ?? "",
    value: row.querySelector<HTMLInputElement | HTMLSelectElement>("[name=value]")?.value.trim() ?? "",
    mode: row.querySelector<HTMLSelectElement>("[name=mode]")?.value ?? "",
  }));
  const inMode = (wanted: string): string =>
    questions
      .filter(({ mode }) => mode === wanted)
      .map(({ flag }) => flag)
      .join(" ");
  const attributes = [
    ...questions.map(({ flag, value }) => [flag, value] as [string, string]),
    ["fixed", inMode("fixed")],
    ["hide", inMode("hide")],
    ["theme", text("theme")],
  ].filter((pair): pair is [string, string] => pair[1] !== "");
  const switches = [
    ...(isOn("compact") ? [["compact", ""] as [string, string]] : []),
    ...(isOn("lazy") ? [["loading", "lazy"] as [string, string]] : []),
  ];
  return {
    attributes: [...attributes, ...switches, ...(isOn("atlas") ? [["atlas", atlas] as [string, string]] : [])],
    accent: isColour(text("accent")) ? text("accent") : "",
    radius: text("radius"),
    policy,
  };
}

/** Sets what was chosen on the preview, and takes away what was not; its own address of the atlas stays. */
function show(preview: Preview, { attributes }: OwnChoice): void {
  const wanted = new Map(attributes.filter(([name]) => !["atlas", "loading"].includes(name)));
  for (const name of preview.getAttributeNames())
    if (!wanted.has(name) && !["atlas", "class", "style"].includes(name)) preview.removeAttribute(name);
  for (const [name, value] of wanted) if (preview.getAttribute(name) !== value) preview.setAttribute(name, value);
}
