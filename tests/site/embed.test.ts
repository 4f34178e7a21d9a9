import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { attribute, findAll, findById, findOnly, publicFolder, readPageAt, textOf } from "./support/site.ts";

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

  test("names a script for each platform that brings what its steps say later, for other platforms than the assumed one what is known of them, and one that brings the titles of what is cited, for the same reason", () => {
    assert.match(attribute(findOnly(page, "vnic-advisor"), "data-texts") ?? "", /^\/js\/embed-texts\.\w+\.js$/);
    for (const platform of ["vsphere", "kvm"]) {
      assert.match(
        attribute(findOnly(page, "vnic-advisor"), `data-steps-${platform}`) ?? "",
        new RegExp(`^/js/embed-steps-${platform}\\.\\w+\\.js$`),
      );
    }
    // The assumed platform is part of the page's script.
    assert.match(
      attribute(findOnly(page, "vnic-advisor"), "data-knowledge-kvm") ?? "",
      /^\/js\/embed-knowledge-kvm\.\w+\.js$/,
    );
    assert.equal(attribute(findOnly(page, "vnic-advisor"), "data-knowledge-vsphere"), undefined);
  });

  test("leads somewhere without script, out of the frame", () => {
    const links = findAll(findOnly(page, "vnic-advisor"), "a");
    assert.ok(links.some((link) => attribute(link, "href") === "/advisor/"));
    for (const link of links) assert.equal(attribute(link, "target"), "_blank");
  });
});

describe("the versioned component", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const read = (name: string): Buffer => readFileSync(join(publicFolder, "embed", name));

  test("is the same file as the unversioned one, and its hash is published", () => {
    const listed = JSON.parse(read("integrity.json").toString()) as {
      version: string;
      files: Record<string, { integrity: string; bytes: number }>;
    };
    assert.equal(listed.version, version);
    const script = read(`${version}/vnic-advisor.js`);
    assert.ok(script.equals(read("vnic-advisor.js")));
    for (const [name, { integrity, bytes }] of Object.entries(listed.files)) {
      assert.equal(integrity, `sha384-${createHash("sha384").update(read(name)).digest("base64")}`, name);
      assert.equal(bytes, read(name).length, name);
    }
    assert.ok(Object.hasOwn(listed.files, `${version}/vnic-advisor.js`));
  });

  test("is kept for ever by browsers, and may be loaded by other sites", () => {
    const headers = readFileSync(join(publicFolder, "_headers"), "utf8");
    const [block = ""] = headers.split(`/embed/${version}/*\n`)[1]?.split(/\n(?=\/)/) ?? [];
    assert.match(block, /Cache-Control: public, max-age=31536000, immutable/);
    assert.match(block, /Access-Control-Allow-Origin: \*/);
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
      /^<script src="http.*\/embed\/\d+\.\d+\.\d+\/vnic-advisor\.js"\s+integrity="sha384-[\w+/=]+" crossorigin defer><\/script>\s*<vnic-advisor/,
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
