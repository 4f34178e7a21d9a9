import { copyButton } from "../../../advisor/ui/copy-button.ts";
import { h } from "../../../advisor/ui/dom.ts";
import type { DraftFile, FormKind } from "./draft.ts";
import { makeForgeLink } from "./forge-link.ts";

/** What the page knows of the repository. */
export interface Repository {
  address: string;
  branch: string;
}

/** Shows the files with ways to take them along; the elements stay, so that nobody loses their place. */
export function showFiles(place: HTMLElement, { address, branch }: Repository, say: (text: string) => void): (files: readonly DraftFile[], open: number) => void {
  const shown = new Map<FormKind, ReturnType<typeof makeView>>();
  return (files, open) => {
    for (const file of files) {
      const view = shown.get(file.kind) ?? makeView(file.kind, say);
      shown.set(file.kind, view);
      view.element.hidden = false;
      view.update(file, open > 0 ? null : makeForgeLink(address, branch, file.file, file.text), open);
    }
    for (const [kind, { element }] of shown) if (!files.some((file) => file.kind === kind)) element.hidden = true;
    const wanted = files.map(({ kind }) => shown.get(kind)?.element).filter((element) => element !== undefined);
    if (wanted.some((element, index) => place.children[index] !== element)) place.prepend(...wanted);
  };
}

type Link = ReturnType<typeof makeForgeLink>;

function makeView(kind: FormKind, say: (text: string) => void): { element: HTMLElement; update: (file: DraftFile, link: Link, open: number) => void } {
  let current: DraftFile = { kind, file: "", text: "" };
  const name = h("code", {});
  const code = h("code", { id: `${kind}-yaml` });
  const forge = h("a", { class: "button", target: "_blank", rel: "noopener noreferrer" }, "Open as a new file on the forge");
  const advice = h("p", { class: "note" });
  const copy = copyButton("button button-plain", "Copy", "", () => current.text, say);
  const download = h("button", { type: "button", class: "button button-plain", onclick: () => save(current) }, "Download");
  const element = h("section", { class: "made-file", "aria-labelledby": `${kind}-file-title` },
    h("h3", { id: `${kind}-file-title` }, name),
    h("pre", { tabindex: 0, "aria-label": `Text of the ${kind}'s file` }, code),
    h("p", { class: "cluster" }, forge, copy, download),
    advice);
  return {
    element,
    update(file, link, open) {
      current = file;
      name.textContent = file.file;
      code.textContent = file.text;
      forge.hidden = link === null;
      if (link) forge.href = link.address;
      advice.textContent = adviseOn(file, link, open);
    },
  };
}

function adviseOn({ file }: DraftFile, link: Link, open: number): string {
  if (open > 0) return "You can copy or download it as it is; the checks say what it still lacks.";
  if (link?.isWhole) return "The link opens the repository's page for a new file, with everything filled in. Nothing is sent before you press the button there.";
  if (link) return "The file is too long for a link. The link opens the page for a new file under the right name: copy the text and paste it there.";
  return `Put it into a copy of the repository as ${file}, run npm run check, and send the change to the atlas's maintainers as you send changes there.`;
}

function save({ file, text }: DraftFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  h("a", { href: address, download: file.split("/").at(-1) ?? "" }).click();
  URL.revokeObjectURL(address);
}
