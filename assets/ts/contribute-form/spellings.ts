/**
 * Makes what finds the adapter that a spelling names, given each adapter's names by its id;
 * it finds none where a spelling names none or more than one.
 */
export function makeFindAdapter(adapters: {
  readonly [id: string]: readonly string[];
}): (spelling: string) => string | undefined {
  const names = Object.entries(adapters).flatMap(([id, known]) =>
    [id, ...known].map((name) => ({ id, bare: bareOf(name) })),
  );
  const find = (text: string): string | undefined => {
    const wanted = bareOf(text);
    const ids = new Set(names.filter(({ bare }) => wanted !== "" && bare === wanted).map(({ id }) => id));
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  return (spelling) => {
    // From what was written to ever less of it: without remarks, then without makers and words for any adapter.
    const short = spelling.replace(/\(.*?\)|\[.*?\]/g, " ");
    return find(spelling) ?? find(short) ?? find(short.replace(ofAny, " "));
  };
}

function bareOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const ofAny =
  /\b(?:vmware|intel|amd|realtek|red ?hat|qemu|virtual|network|ethernet|gigabit|nic|vnic|adapters?|cards?|devices?|interface|driver|model)\b|®|™/gi;
