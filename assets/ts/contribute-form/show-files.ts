import { copyButton } from "../../../advisor/ui/answer/copy.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { saveFile } from "../page/save-file.ts";
import type { DraftFile, FormKind } from "./draft.ts";

/** What the page knows of the repository. */
interface Repository {
  address: string;
  branch: string;
}

/** Callbacks for copying, downloading or sending a file. */
interface FileActions {
  announce(text: string): void;
  onTaken(): void;
}

/** Shows the files with buttons to copy, download or send them. The elements stay, so that nobody loses their place. */
export function showFiles(
  place: HTMLElement,
  { address, branch }: Repository,
  actions: FileActions,
): (files: readonly DraftFile[], open: number) => void {
  const shown = new Map<FormKind, ReturnType<typeof makeView>>();
  return (files, open) => {
    for (const file of files) {
      const view = shown.get(file.kind) ?? makeView(file.kind, actions);
      shown.set(file.kind, view);
      view.element.hidden = false;
      view.update(file, open > 0 ? null : makeForgeLink(address, branch, file.file, file.text), {
        open,
        count: files.length,
      });
    }
    for (const [kind, { element }] of shown) if (!files.some((file) => file.kind === kind)) element.hidden = true;
    const wanted = files.map(({ kind }) => shown.get(kind)?.element).filter((element) => element !== undefined);
    if (wanted.some((element, index) => place.children[index] !== element)) place.prepend(...wanted);
  };
}

type Link = ReturnType<typeof makeForgeLink>;

/** How far the whole is: problems that are open, and files that belong together. */
interface State {
  open: number;
  count: number;
}

function makeView(
  kind: FormKind,
  { announce, onTaken }: FileActions,
): { element: HTMLElement; update: (file: DraftFile, link: Link, state: State) => void } {
  let current: DraftFile = { kind, file: "", text: "" };
  const name = h("code", {});
  const code = h("code", { id: `${kind}-yaml` });
  const forge = h(
    "a",
    { class: "button", target: "_blank", rel: "noopener noreferrer", onclick: onTaken },
    "Add the file to the repository",
    h("span", { class: "visually-hidden" }, " (new tab)"),
  );
  const advice = h("p", { class: "note" });
  const copy = copyButton(
    "button button-plain",
    "Copy",
    "",
    () => current.text,
    (text) => {
      announce(text);
      onTaken();
    },
  );
  const download = h(
    "button",
    {
      type: "button",
      class: "button button-plain",
      onclick: () => {
        save(current);
        onTaken();
      },
    },
    "Download",
  );
  const element = h(
    "section",
    { class: "made-file", "aria-labelledby": `${kind}-file-title` },
    h("h3", { id: `${kind}-file-title` }, name),
    h("pre", { tabindex: 0, "aria-label": `Text of the ${kind} file` }, code),
    h("p", { class: "cluster" }, forge, copy, download),
    advice,
  );
  return {
    element,
    update(file, link, state) {
      current = file;
      name.textContent = file.file;
      code.textContent = file.text;
      forge.hidden = link === null;
      if (link) forge.href = link.address;
      advice.textContent = adviseOn(file, link, state);
    },
  };
}

function adviseOn({ kind, file }: DraftFile, link: Link, { open, count }: State): string {
  if (open > 0) return "You can copy or download the draft. The checks list what is missing.";
  const together =
    count === 1
      ? ""
      : kind === "dataset"
        ? ` The source file below belongs to the same change${link ? ": add it on the same branch" : ""}.`
        : " The file belongs to the same change as the dataset.";
  if (link?.isWhole)
    return `The link opens the repository's page for a new file, with everything filled in. Nothing is saved until you press the button there.${together}`;
  if (link)
    return `The text is too long for a link. The link opens a new file with the right name: copy the text first and paste it there.${together}`;
  return `Save the text as ${file} in a copy of the repository, run npm run check, and send the change to the maintainers of this atlas.${together}`;
}

/** A dataset and its source may have one id: their downloads have names of their own all the same. */
function save({ kind, file, text }: DraftFile): void {
  saveFile(`${kind}-${file.split("/").at(-1) ?? ""}`, new Blob([text], { type: "application/yaml" }));
}

/** Longest address that forges and browsers take without cutting it. */
export const longestAddress = 8000;

/** Where a file can be made on a forge: with its text in it, or, where the address would be too long, with its name only. */
interface ForgeLink {
  address: string;
  isWhole: boolean;
}

/** Makes the address of the forge's page for a new file, as GitHub reads it; null where no repository is set. */
export function makeForgeLink(repository: string, branch: string, file: string, text: string): ForgeLink | null {
  if (!/^https?:\/\/[^\s/]+\/[^\s]+/.test(repository)) return null;
  const base = `${repository.replace(/(\.git)?\/*$/, "")}/new/${branch.split("/").map(encodeURIComponent).join("/")}`;
  const named = `${base}?filename=${encodeURIComponent(file).replaceAll("%2F", "/")}`;
  const whole = `${named}&value=${encodeURIComponent(text)}`;
  return whole.length <= longestAddress ? { address: whole, isWhole: true } : { address: named, isWhole: false };
}
