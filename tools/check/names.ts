import { toVmxForm } from "../../advisor/guests/guests.ts";
import type { AnyRecord } from "../records/record.ts";
import { select, type Selected, selectText } from "./select.ts";

/** A name that a record answers to, in lower case. */
export interface Name extends Selected {
  name: string;
  /** Names with different scopes never meet: a name of 32-bit guests and the same one of 64-bit guests. */
  scope: string;
}

/** Lists what a feature answers to: its id and its aliases. */
export function namesOfFeature(feature: AnyRecord): Name[] {
  return [ownId(feature), ...selectText(feature.data, "aliases.*").map(toName)];
}

/** Lists what a platform answers to: its id and the ids of products that stand for it. */
export function namesOfPlatform(platform: AnyRecord): Name[] {
  return [ownId(platform), ...selectText(platform.data, "productIds.*").map(toName)];
}

/** Lists what an adapter answers to on each platform that has it: its id, its name and its spellings there. */
export function namesOfAdapter(adapter: AnyRecord): Name[] {
  return select(adapter.data, "platforms.key()").flatMap(({ value: platform }) => {
    const on = `platforms.${String(platform)}`;
    const names = [...selectText(adapter.data, `${on}.name`), ...selectText(adapter.data, `${on}.names.*`)].map(toName);
    return [ownId(adapter), ...names].map((name) => ({ ...name, scope: `on ${String(platform)}` }));
  });
}

/**
 * Lists what a guest answers to: its id, the ids of vSphere with the form they have in .vmx files, and inventory names;
 * and, together with a bitness, osinfo ids and its plain name, which do not tell 32-bit from 64-bit releases.
 */
export function namesOfGuest(guest: AnyRecord): Name[] {
  const vsphere = selectText(guest.data, "ids.vsphere.*").map(toName);
  const vmx = vsphere.map((name) => ({ ...name, name: toVmxForm(String(name.value)) }));
  const inventory = selectText(guest.data, "ids.names.*").map(toName);
  const [bitness] = select(guest.data, "bitness");
  const shared = [...selectText(guest.data, "ids.osinfo.*"), ...selectText(guest.data, "name")].map(toName);
  const scoped = shared.map((name) => ({ ...name, scope: `with ${String(bitness?.value)} bits` }));
  return [ownId(guest), ...vsphere, ...vmx, ...inventory, ...scoped];
}

/** Lists the flags of a question: flag, which is also the component's attribute, or else the id, and the aliases. */
export function namesOfQuestion(question: AnyRecord): Name[] {
  const flags = selectText(question.data, "flag").map(toName);
  const aliases = selectText(question.data, "flagAliases.*").map(toName);
  return [...(flags.length > 0 ? flags : [ownId(question)]), ...aliases];
}

function ownId({ id }: AnyRecord): Name {
  return { path: [], value: id, name: id, scope: "" };
}

function toName(found: Selected & { value: string }): Name {
  return { ...found, name: found.value.toLowerCase(), scope: "" };
}

/** Makes an id of a name: lower case, with a hyphen for all other characters than letters and digits. */
export function toKebabCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
