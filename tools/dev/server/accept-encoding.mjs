/**
 * Chooses the smallest encoding that a request's Accept-Encoding allows.
 * @param {string | string[] | undefined} accepted
 * @returns {import('./site-files.mjs').Encoding}
 */
export function chooseEncoding(accepted) {
  const allowed = String(accepted ?? "")
    .split(",")
    .map((item) =>
      item
        .toLowerCase()
        .split(";")
        .map((part) => part.trim()),
    )
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
    .map(([name]) => name);
  if (allowed.includes("br")) return "br";
  return allowed.includes("gzip") ? "gzip" : "identity";
}
