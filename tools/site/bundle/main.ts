import { readFileSync } from "node:fs";
import { join } from "node:path";
import { partTexts } from "../../../advisor/knowledge/later-texts.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { partPlatform } from "../../../advisor/knowledge/part-platform.ts";
import { packKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import { assumedPlatform } from "../../../advisor/questions/questions.ts";
import { packWords, partSteps } from "../../../advisor/steps/fill-steps.ts";
import { writeData } from "../../../assets/ts/embed/later-data.ts";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";
import { bundleEmbed } from "./embed.ts";
import { partForFrame } from "./plugins.ts";
import { type BundledFile, bundlePages, hashIntegrity } from "./pages.ts";

/** Where a page finds a script or the knowledge, or the script itself, what the browser checks it against, and what it loads later. */
type Asset = ({ path: string; later?: Asset[] } | { text: string }) & { integrity: string };

/** Scripts that run before the first paint: they are part of each page, as a request for them would hold it up. */
const inlined = ["theme.js"];

/** Folders of build/ that nobody else writes into. */
const owned = ["static/js", "static/embed"];

/** Bundles the pages' scripts and the web component, and puts beside them what the engine knows of each platform, what its steps say and most titles apart. */
export async function bundleSite(root: string): Promise<void> {
  const build = join(root, "build");
  const [pages, embed] = await Promise.all([bundlePages(root), bundleEmbed(root)]);
  const outputs = listBundles({ pages, embed, knowledge: readFileSync(join(build, "advisor/knowledge.json")) });
  removeOthers(build, owned, outputs);
  writeFiles(build, outputs);
}

interface Bundles {
  /** Name of a script to its files, itself first. */
  pages: ReadonlyMap<string, BundledFile[]>;
  /** The web component, at its unversioned and at its versioned address, and what else lies beside it, or nothing. */
  embed: readonly BundledFile[];
  /** The engine's knowledge, as compiled. */
  knowledge: Uint8Array;
}

/** Lists what was bundled, with the list in which pages find it: file, relative to the build folder, to content. */
export function listBundles({ pages, embed, knowledge }: Bundles): Map<string, string | Uint8Array> {
  const assets: Record<string, Asset> = {};
  const files: BundledFile[] = [...embed];
  const whole = JSON.parse(new TextDecoder().decode(knowledge)) as Knowledge;
  const { knowledge: seen, texts } = partTexts(whole);
  const assumed = assumedPlatform(whole);
  const ofPlatforms = seen.platforms.flatMap(({ id }) => {
    const { knowledge: stepless, words } = partSteps(partPlatform(withoutHints(seen), id));
    const steps = packWords(words[id] ?? {}, stepless, id);
    // The frame's script has the questions, and all of the assumed platform.
    const framed = packKnowledge({ ...partForFrame(whole, id), questions: [] });
    return [
      placeText(`knowledge-${id}`, "json", JSON.stringify(packKnowledge(stepless))),
      placeText(`steps-${id}`, "json", JSON.stringify(steps)),
      placeText(`embed-steps-${id}`, "js", writeData(steps, `steps-${id}`)),
      ...(id === assumed ? [] : [placeText(`embed-knowledge-${id}`, "js", writeData(framed, `knowledge-${id}`))]),
    ];
  });
  const ofAll = [
    placeText("texts", "json", JSON.stringify(texts)),
    placeText("embed-texts", "js", writeData(texts, "texts")),
  ];
  for (const [name, bundled] of [...pages, ...ofPlatforms, ...ofAll]) {
    const [entry, ...later] = bundled;
    if (!entry) continue;
    if (inlined.includes(name)) {
      assets[name] = describeText(entry);
      continue;
    }
    assets[name] = { ...describe(entry), ...(later.length > 0 && { later: later.map(describe) }) };
    files.push(...bundled);
  }
  for (const file of embed) {
    const [, version = "", name = ""] = /^\/embed\/(?:(\d[^/]*)\/)?(.+\.js)$/.exec(file.path) ?? [];
    if (name !== "") assets[version === "" ? name : `versioned/${name}`] = describe(file);
  }
  const outputs = new Map<string, string | Uint8Array>(files.map(({ path, bytes }) => [`static${path}`, bytes]));
  return outputs.set("knowledge/assets.json", `${JSON.stringify(assets, null, 1)}\n`);
}

/** A knowledge for pages whose form is there already, with its hints. */
function withoutHints(knowledge: Knowledge): Knowledge {
  return { ...knowledge, questions: knowledge.questions.map(({ hint: _hint, ...question }) => question) };
}

/** A file of text under its name, which its path has with the hash of its content. */
function placeText(name: string, extension: string, text: string): [name: string, files: BundledFile[]] {
  const bytes = new TextEncoder().encode(text);
  return [name, [{ path: `/js/${name}.${hashContent(bytes)}.${extension}`, bytes }]];
}

function describe({ path, bytes }: BundledFile): Asset {
  return { path, integrity: hashIntegrity(bytes) };
}

/** A script as it stands in a page: the policy allows this text and no other. */
function describeText({ bytes }: BundledFile): Asset {
  const text = new TextDecoder().decode(bytes).trim();
  return { text, integrity: hashIntegrity(new TextEncoder().encode(text)) };
}
