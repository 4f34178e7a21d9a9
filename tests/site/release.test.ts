import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { writeNginx } from "../../tools/dev/release/hosts.ts";
import { copyEarlierVersions, findChanges, writeRelease } from "../../tools/dev/release/main.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const folder = makeTemporaryFolder();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

describe("a release", () => {
  const out = join(folder, "release");
  let names: string[] = [];
  let inside: Record<string, Uint8Array> = {};
  // A few files of the site stand for all of it: to compress the whole site takes minutes.
  const part = join(folder, "part");

  before(async () => {
    mkdirSync(join(part, "public/guests"), { recursive: true });
    for (const name of [
      "index.html",
      "robots.txt",
      "llms.txt",
      "citation.cff",
      "_headers",
      "guests/index.html",
      "404.html",
    ])
      writeFileSync(join(part, "public", name), readFileSync(join(root, "public", name)));
    for (const name of ["package.json", "package-lock.json", "CHANGELOG.md"])
      writeFileSync(join(part, name), readFileSync(join(root, name)));
    mkdirSync(join(part, "advisor"));
    writeFileSync(join(part, "advisor/package.json"), readFileSync(join(root, "advisor/package.json")));
    mkdirSync(join(part, "tools/dev/release"), { recursive: true });
    writeFileSync(join(part, "tools/dev/release/Containerfile"), "FROM scratch\n");
    names = await writeRelease({ root: part, out, earlier: [], home: "http://localhost:1313/" });
    inside = unzipSync(readFileSync(join(out, `vnic-atlas-site-${version}.zip`)));
  });

  test("lists every file with its checksum", () => {
    const sums = readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n");
    assert.deepEqual(sums.map((line) => line.slice(66)).sort(), names.filter((name) => name !== "SHA256SUMS").sort());
    for (const line of sums) {
      const [sum, name = ""] = line.split("  ");
      assert.equal(
        createHash("sha256")
          .update(readFileSync(join(out, name)))
          .digest("hex"),
        sum,
        name,
      );
    }
  });

  test("has the site in an archive, with compressed copies and relative addresses", () => {
    const read = (name: string): Buffer => Buffer.from(inside[`vnic-atlas-${version}/${name}`] ?? []);
    const page = read("guests/index.html");
    assert.match(page.toString(), / data-base="\.\.\/"/);
    assert.ok(gunzipSync(read("guests/index.html.gz")).equals(page));
    assert.ok(read("guests/index.html.br").length < page.length);
    assert.ok(inside[`vnic-atlas-${version}/_headers`]);
  });

  test("does not name this machine in its lists for programs", () => {
    for (const name of ["robots.txt", "llms.txt", "citation.cff"]) {
      const text = Buffer.from(inside[`vnic-atlas-${version}/${name}`] ?? []).toString();
      assert.match(text, /\w/);
      assert.doesNotMatch(text, /localhost/, name);
    }
  });

  test("is the same for the same site", async () => {
    const again = join(folder, "again");
    await writeRelease({ root: part, out: again, earlier: [], home: "http://localhost:1313/" });
    assert.equal(
      readFileSync(join(again, "SHA256SUMS"), "utf8").replace(/.*packages.*\n/g, ""),
      readFileSync(join(out, "SHA256SUMS"), "utf8").replace(/.*packages.*\n/g, ""),
    );
  });

  test("lists its components in the form of CycloneDX", () => {
    const bill = JSON.parse(readFileSync(join(out, `vnic-atlas-${version}.cdx.json`), "utf8")) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string; version: string; purl: string }[];
    };
    assert.equal(bill.bomFormat, "CycloneDX");
    assert.equal(bill.metadata.component.name, "vnic-atlas");
    for (const name of ["vega", "minisearch", "yaml", "fflate"])
      assert.ok(
        bill.components.some((one) => one.name === name && one.purl === `pkg:npm/${name}@${one.version}`),
        name,
      );
  });

  test("has samples for web servers and what has changed", () => {
    for (const name of ["nginx/nginx.conf", "nginx/headers.conf", "nginx/location.conf", "Caddyfile", "Containerfile"])
      assert.ok(existsSync(join(out, "serve", name)), name);
    assert.match(readFileSync(join(out, "CHANGES.md"), "utf8"), /^### Data/);
  });
});

test("the sample for nginx marks each line that has the site's path", () => {
  const lines = writeNginx({ port: 8080, path: "/atlas/", folder: "/srv/site" }).split("\n");
  const isMarked = lines.filter((line) => line.endsWith("# path"));
  assert.equal(isMarked.length, 3);
  assert.deepEqual(
    lines.filter((line) => line.includes("/atlas/")),
    isMarked,
  );
});

test("the section of a version ends where the next begins, and a version without one has none", () => {
  const log = "# Changelog\n\n## 0.2.0, unreleased\n\n- b\n\n## 0.1.0\n\n- a\n";
  assert.equal(findChanges(log, "0.2.0"), "- b");
  assert.equal(findChanges(log, "0.1.0"), "- a");
  assert.equal(findChanges(log, "0.1"), undefined);
});

describe("the versioned scripts of earlier releases", () => {
  const place = (site: string, version: string, text: string): string => {
    mkdirSync(join(folder, site, "embed", version), { recursive: true });
    writeFileSync(join(folder, site, "embed", version, "vnic-advisor.js"), text);
    return join(folder, site);
  };
  test("stay at their addresses", () => {
    const [site, earlier] = [place("new", "2.0.0", "new"), place("old", "1.0.0", "old")];
    copyEarlierVersions(site, [earlier]);
    assert.equal(readFileSync(join(site, "embed/1.0.0/vnic-advisor.js"), "utf8"), "old");
    assert.equal(readFileSync(join(site, "embed/2.0.0/vnic-advisor.js"), "utf8"), "new");
  });
  test("are never replaced by others of the same version", () => {
    assert.throws(
      () => copyEarlierVersions(place("same", "3.0.0", "new"), [place("other", "3.0.0", "old")]),
      /never changes: raise the version/,
    );
    assert.doesNotThrow(() => copyEarlierVersions(place("same", "3.0.0", "new"), [place("twin", "3.0.0", "new")]));
  });
});
