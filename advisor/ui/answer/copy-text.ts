/** Copies a text; true when the browser let it. */
export async function copyText(text: string): Promise<boolean> {
  if (copyByEvent(text)) return true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The older way comes first: it works without a secure context, and in frames that were not given the clipboard. */
function copyByEvent(text: string): boolean {
  let isTaken = false;
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener("copy", put, { once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isDone && isTaken;
}
