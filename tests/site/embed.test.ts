import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, findOnly, readPageAt, textOf } from "./support/site.ts";

describe("the page for frames", () => {
  const page = readPageAt("/embed/advisor/");

  test("has the component alone, without header, footer and navigation", () => {
    assert.equal(findAll(page, "header", "footer", "nav").length, 0);
    const component = findOnly(page, "vnic-advisor");
    assert.equal(attribute(component, "atlas"), "/");
  });

  test("runs a classic script, because a module would need an origin that a sandboxed frame has not", () => {
    const scripts = findAll(page, "script");
    assert.equal(scripts.length, 1);
    for (const script of scripts) {
      assert.equal(attribute(script, "type"), undefined);
      assert.notEqual(attribute(script, "defer"), undefined);
      assert.equal(
        attribute(script, "integrity"),
        undefined,
        "an integrity value makes the request one between origins",
      );
    }
  });

  test("names a script for each platform that brings what its steps say later, and one that brings the titles of what is cited, for the same reason", () => {
    assert.match(attribute(findOnly(page, "vnic-advisor"), "data-texts") ?? "", /^\/js\/embed-texts\.\w+\.js$/);
    for (const platform of ["vsphere", "kvm"]) {
      assert.match(
        attribute(findOnly(page, "vnic-advisor"), `data-steps-${platform}`) ?? "",
        new RegExp(`^/js/embed-steps-${platform}\\.\\w+\\.js$`),
      );
    }
  });

  test("leads somewhere without script, out of the frame", () => {
    const links = findAll(findOnly(page, "vnic-advisor"), "a");
    assert.ok(links.some((link) => attribute(link, "href") === "/advisor/"));
    for (const link of links) assert.equal(attribute(link, "target"), "_blank");
  });
});

describe("the page on embedding", () => {
  const page = readPageAt("/embed/");

  test("shows the component and the frame as its snippets write them", () => {
    const [component] = findAll(page, "figure").filter((figure) => attribute(figure, "data-script") !== undefined);
    assert.match((component && attribute(component, "data-script")) ?? "", /^\/embed\/vnic-advisor/);
    assert.ok(findAll(page, "vnic-advisor").length === 1);
    const [frame] = findAll(page, "iframe");
    assert.ok(frame);
    assert.match(attribute(frame, "data-src") ?? "", /^\/embed\/advisor\//);
    assert.match(
      textOf(findById(page, "snippet-component") ?? page.elements[0] ?? frame),
      /^<script src="http.*\/embed\/vnic-advisor\.js" crossorigin defer><\/script>\s*<vnic-advisor/,
    );
    const snippet = textOf(findById(page, "snippet-frame") ?? frame);
    assert.ok(snippet.includes(`sandbox="${attribute(frame, "sandbox")}"`));
  });

  test("has a button for each snippet that stays hidden until its script runs", () => {
    const buttons = findAll(page, "button").filter((button) => attribute(button, "data-copy-target") !== undefined);
    assert.ok(buttons.length >= 5);
    for (const button of buttons) {
      assert.notEqual(attribute(button, "hidden"), undefined);
      assert.ok(findById(page, attribute(button, "data-copy-target") ?? ""));
    }
  });
});
