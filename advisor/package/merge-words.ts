import type { Messages } from "../explain/messages.ts";

/** Some of the engine's sentences, by key, in groups as the engine has them. */
export type Words = { [Key in keyof Messages]?: Part<Messages[Key]> };
type Part<Group> = Group extends (...words: never[]) => unknown ? Group : { [Key in keyof Group]?: Part<Group[Key]> };

/** The sentences with those of your own in their places. */
export function mergeWords(messages: Messages, own: Words): Messages {
  return merge(messages, own) as Messages;
}

function merge(whole: unknown, own: unknown): unknown {
  if (own === undefined) return whole;
  if (!isGroup(whole) || !isGroup(own)) return own;
  return Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, merge(part, own[key])]));
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
