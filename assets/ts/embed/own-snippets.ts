/** What somebody chose for their own copy of the advisor. */
export interface OwnChoice {
  /** Attributes of the element, in their order. */
  attributes: [name: string, value: string][];
  accent: string;
  radius: string;
  /** The company policy, as a value of JSON; undefined without one. */
  policy: object | undefined;
}

/** Where the parts of the atlas are. */
export interface AtlasPlaces {
  script: string;
  integrity: string;
  frame: string;
  atlas: string;
  /** File of the npm package in a release. */
  tarball: string;
}

/** Name of the file in which a company's policy is expected beside the page. */
const POLICY_FILE = "policy.json";
/** Attributes that the frame's address does not take: its own host gives them. */
const NOT_IN_FRAMES = ["atlas", "loading"];

/** What a choice has that the frame's address cannot carry, in sentences; empty without any. */
export function describeFrameGaps({ accent, radius, policy }: OwnChoice): string {
  return [
    ...(policy === undefined
      ? []
      : [
          "This address has no policy. Send the policy in the message vnic-atlas:configure, see Events and properties.",
        ]),
    ...(accent === "" && radius === "" ? [] : ["The frame keeps the accent colour and the corners of the atlas."]),
  ].join(" ");
}

/** The snippets for a choice, by their kinds; an empty one is not needed. */
export function writeSnippets(choice: OwnChoice, places: AtlasPlaces): Record<string, string> {
  const element = writeElement(choice);
  const query = new URLSearchParams(
    choice.attributes
      .filter(([name]) => !NOT_IN_FRAMES.includes(name))
      .map(([name, value]) => [name, value === "" ? "yes" : value]),
  );
  const style = writeStyle(choice);
  return {
    script: `<script src="${places.script}"\n  integrity="${places.integrity}" crossorigin defer></script>\n${element}`,
    npm: `# ${places.tarball} is in packages/ of a release.\nnpm install ./${places.tarball}\n\nimport "@vnic-atlas/element";\n\n${element}`,
    frame: `<iframe src="${escapeAttribute(`${places.frame}?${query}`)}"\n  title="Virtual network adapter advisor"\n  sandbox="allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox"\n  width="100%" height="900" loading="lazy"></iframe>`,
    style,
    policy: choice.policy === undefined ? "" : JSON.stringify(choice.policy, null, 2),
  };
}

function writeElement({ attributes, policy }: OwnChoice): string {
  const written = [...attributes, ...(policy === undefined ? [] : [["policy", POLICY_FILE] as const])].map(
    ([name, value]) => (value === "" ? name : `${name}="${escapeAttribute(value)}"`),
  );
  const start = ["<vnic-advisor", ...written];
  const line = start.join(" ");
  return `${line.length <= 90 ? line : start.join("\n  ")}></vnic-advisor>`;
}

/** Custom properties for the host page's own style sheet; only what is a colour or a length of the form goes in. */
function writeStyle({ accent, radius }: OwnChoice): string {
  const lines = [
    ...(isColour(accent) ? [`  --vnic-accent: ${accent};`, `  --vnic-accent-strong: ${accent};`] : []),
    ...(radius === "" ? [] : [`  --vnic-radius: ${radius};`]),
  ];
  return lines.length === 0 ? "" : `vnic-advisor {\n${lines.join("\n")}\n}`;
}

/** What is wrong with a text for the accent colour; empty if it is a colour in hexadecimal or nothing. */
export function describeColourFault(text: string): string {
  return text === "" || isColour(text) ? "" : `Found "${text}", expected a hex colour such as #7a1f5c.`;
}

/** Whether a text is a colour in hexadecimal. */
export function isColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/** Writes a value so that it can stand in double quotes in HTML. */
export function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
