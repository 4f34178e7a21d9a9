/** Longest address that forges and browsers take without cutting it. */
export const longestAddress = 8000;

/** Where a file can be made on a forge: with its text in it, or, where the address would be too long, with its name only. */
export interface ForgeLink {
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
