/**
 * Characters that nobody sees, by what they are; patterns for `u`. The text of a file and what its escapes stand for are
 * held against the same ones.
 */
export const unseen = {
  /** Spaces of other widths, and ends of lines that few programs know. */
  spaces: "[\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]",
  /** They make words stand in another order than they are read in. */
  directions: "[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]",
  /** Nothing is drawn for them: fillers, tags, joiners outside of scripts that need them, characters that are none. */
  invisible:
    "(?:(?![\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]|[\\u200C\\u200D\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069\\uFEFF])\\p{Default_Ignorable_Code_Point}" +
    // A variation selector belongs behind a sign that has two looks, a joiner between letters of such a script or two pictures.
    "|(?<![\\p{Extended_Pictographic}#*0-9\\p{Script=Han}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]" +
    "|(?<![\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{M}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Extended_Pictographic}])[\\u200C\\u200D]" +
    "|(?!^)\\uFEFF|\\u2800|[\\uFFF9-\\uFFFC]|\\p{Private_Use}|(?![\\uFFFE\\uFFFF])\\p{Noncharacter_Code_Point})",
  controls: "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\uFFFE\\uFFFF]",
} as const;

/** Names a character as Unicode does: U+200B. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
