/** Names for ::part() in the host page's style sheet, and what carries them. */
const PARTS: Readonly<Record<string, string>> = {
  form: "form",
  ".form-group": "group",
  ".field": "field",
  ".choice": "choice",
  "input[type=text], select": "control",
  ".answer": "answer",
  ".advice-headline": "headline",
  ".advice-why": "why",
  ".confidence": "confidence",
  ".actions": "actions",
  ".question": "question",
  ".verdict": "verdict",
  ".status": "status",
  ".steps": "steps",
  ".code": "code",
  button: "button",
};

/** Gives the elements below a root their part names. */
export function nameParts(root: ParentNode): void {
  for (const [selector, name] of Object.entries(PARTS)) {
    for (const element of root.querySelectorAll(selector)) element.setAttribute("part", name);
  }
}
