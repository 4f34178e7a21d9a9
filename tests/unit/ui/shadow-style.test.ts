import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fitToShadow } from "../../../advisor/ui/dom.ts";

describe("a sheet of the site in a shadow root", () => {
  for (const [what, found, expected] of [
    ["has the element as its root", ":root{color:red}", ":host{color:red}"],
    ["takes the theme from an attribute", ':root[data-theme="dark"]{color:red}', ':host([theme="dark"]){color:red}'],
    [
      "takes the theme from an attribute, minified",
      ":root[data-theme=dark]{color:red}",
      ":host([theme=dark]){color:red}",
    ],
    [
      "lets the host page set its values",
      ":root{--atlas-ink:light-dark(#fff,#000);--x:1}",
      ":host{--atlas-ink:var(--vnic-ink,light-dark(#fff,#000));--x:1}",
    ],
    [
      "sizes by the text around",
      "p{margin:1.5rem .25rem}",
      "p{margin:calc(1.5*var(--vnic-rem,1rem)) calc(.25*var(--vnic-rem,1rem))}",
    ],
    ["leaves other units and names alone", "p{width:2em;--text-2rem-x:1px}", "p{width:2em;--text-2rem-x:1px}"],
  ] as const)
    test(what, () => assert.equal(fitToShadow(found), expected));
});
