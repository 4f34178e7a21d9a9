import type { Session } from "../../../advisor/ui/session.ts";

/** The browser's own key prints what is there; while that is not all of the answer, it waits for the rest first. */
export function catchPrintKey({ isWhole, print }: Pick<Session, "isWhole" | "print">): void {
  window.addEventListener("keydown", (event) => {
    const isPrintKey = event.key === "p" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isPrintKey || isWhole()) return;
    event.preventDefault();
    void print();
  });
}
