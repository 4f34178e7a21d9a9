import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request as ask, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { serve } from "../../../../tools/dev/server/serve.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

const folder = makeTemporaryFolder();
const root = join(folder, "public");
const page = `<!doctype html><title>Home</title>${"<p>text</p>".repeat(200)}`;
const policy = "default-src 'none'; style-src 'self'";

mkdirSync(join(root, "advisor"), { recursive: true });
writeFileSync(join(folder, "secret.txt"), "outside of the site");
writeFileSync(join(root, "index.html"), page);
writeFileSync(join(root, "advisor", "index.html"), "advisor");
writeFileSync(join(root, "404.html"), "not here");
symlinkSync(join(folder, "secret.txt"), join(root, "linked.txt"));
symlinkSync(join(root, "index.html"), join(root, "linked.html"));
symlinkSync(folder, join(root, "linked"));
symlinkSync(join(folder, "nowhere"), join(root, "dangling"));

for (const basePath of ["/", "/atlas/"]) {
  describe(`a site served under ${basePath}`, () => {
    let site: Awaited<ReturnType<typeof serve>>;
    before(async () => {
      const headers = `/*\n  Content-Security-Policy: ${policy}\n${basePath}advisor/*\n  X-Frame-Options: DENY\n${basePath}embed/*\n  Cache-Control: public, max-age=31536000, immutable\n`;
      writeFileSync(join(root, "_headers"), headers);
      site = await serve({ root, basePath });
    });
    after(() => site.close());

    /** Sends a target as it is: fetch would tidy it up first. */
    const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
      send(site.url, basePath + path, headers, method);

    test("tells the address of its home page", () => {
      assert.match(site.url, new RegExp(`^http://localhost:\\d+${basePath}$`));
    });

    test("answers on both meanings of localhost", async () => {
      const port = new URL(site.url).port;
      assert.equal((await send(`http://127.0.0.1:${port}`, basePath)).status, 200);
    });

    test("sends a folder's index with its type and the headers of _headers", async () => {
      const { status, headers, body } = await get("");
      assert.equal(status, 200);
      assert.equal(body.toString(), page);
      assert.equal(headers["content-type"], "text/html; charset=utf-8");
      assert.equal(headers["content-security-policy"], policy);
      assert.equal(headers["content-length"], String(body.length));
    });

    test("finds the rules of _headers by the whole path, as a web host does", async () => {
      assert.equal((await get("advisor/")).headers["x-frame-options"], "DENY");
      assert.equal((await get("")).headers["x-frame-options"], undefined);
    });

    test("compresses with what the browser accepts", async () => {
      const brotli = await get("", { "Accept-Encoding": "gzip, br" });
      assert.equal(brotli.headers["content-encoding"], "br");
      assert.equal(brotli.headers.vary, "Accept-Encoding");
      assert.ok(brotli.body.length < page.length / 5);
      assert.equal(brotliDecompressSync(brotli.body).toString(), page);
      const gzip = await get("", { "Accept-Encoding": "gzip" });
      assert.equal(gunzipSync(gzip.body).toString(), page);
      assert.notEqual(gzip.headers.etag, brotli.headers.etag);
    });

    test("leaves what is small as it is", async () => {
      assert.equal((await get("advisor/", { "Accept-Encoding": "br" })).headers["content-encoding"], undefined);
    });

    test("answers 304 to a browser that has the page already", async () => {
      const etag = (await get("")).headers.etag ?? "";
      const { status, headers, body } = await get("", { "If-None-Match": `"other", W/${etag}` });
      assert.deepEqual([status, body.length, headers["content-security-policy"]], [304, 0, policy]);
      assert.equal((await get("", { "If-None-Match": '"other"' })).status, 200);
    });

    test("sends a folder without its slash to the one with it, query included", async () => {
      const { status, headers } = await get("advisor?guest=rhel9-64");
      assert.deepEqual([status, headers.location], [308, `${basePath}advisor/?guest=rhel9-64`]);
    });

    test("answers what is not there with the site's own page, status 404 and the same headers", async () => {
      const { status, headers, body } = await get("nothing/here.html");
      assert.deepEqual([status, body.toString()], [404, "not here"]);
      assert.equal(headers["content-security-policy"], policy);
    });

    test("has what is not there requested again, also at a path that is kept for ever", async () => {
      const { status, headers } = await get("embed/0.1.0/nothing.js");
      assert.deepEqual([status, headers["cache-control"]], [404, "no-cache"]);
    });

    test("keeps the file that is meant for the host to itself", async () => {
      assert.equal((await get("_headers")).status, 404);
    });

    for (const path of ["../secret.txt", "..%2fsecret.txt", "advisor/../../secret.txt", "%2e%2e/secret.txt"]) {
      test(`does not leave its folder for ${path}`, async () => {
        const { status, body } = await get(path);
        assert.equal(status, 400);
        assert.ok(!body.includes("outside"));
      });
    }

    for (const path of [
      "linked.txt",
      "linked.html",
      "linked",
      "linked/",
      "linked/secret.txt",
      "linked/public/index.html",
      "dangling",
    ]) {
      test(`does not follow the link in ${path}`, async () => {
        const { status, body } = await get(path);
        assert.deepEqual([status, body.toString()], [404, "not here"]);
      });
    }

    for (const host of ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example"]) {
      test(`does not answer a page of ${host}, whose name leads here`, async () => {
        const { status, headers, body } = await get("", { Host: host });
        assert.equal(status, 421);
        assert.match(body.toString(), /^This server answers only at localhost/);
        assert.equal(headers["content-security-policy"], undefined);
      });
    }

    test("answers HEAD without a body, and no other method", async () => {
      const { status, headers, body } = await get("", {}, "HEAD");
      assert.deepEqual([status, headers["content-length"], body.length], [200, String(page.length), 0]);
      const post = await get("", {}, "POST");
      assert.deepEqual([post.status, post.headers.allow], [405, "GET, HEAD"]);
    });

    test("shows a changed file at once", async () => {
      const file = join(root, "changing.txt");
      writeFileSync(file, "before");
      assert.equal((await get("changing.txt")).body.toString(), "before");
      writeFileSync(file, "afterwards");
      assert.equal((await get("changing.txt")).body.toString(), "afterwards");
    });
  });
}

describe("a site under a path", () => {
  test("exists only there, and leads from the path without a slash to it", async () => {
    const site = await serve({ root, basePath: "atlas" });
    const outside = await send(site.url, "/");
    assert.equal(outside.status, 404);
    assert.equal((await send(site.url, "/atlas")).headers.location, "/atlas/");
    await site.close();
  });
});

test("a site is served through a link to its folder, and after another folder took its place", async () => {
  const place = mkdtempSync(join(tmpdir(), "atlas-"));
  for (const name of ["first", "second"]) {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, "index.html"), name);
  }
  symlinkSync(join(place, "first"), join(place, "link"));
  const site = await serve({ root: join(place, "link") });
  assert.equal((await send(site.url, "/")).body.toString(), "first");
  renameSync(join(place, "first"), join(place, "old"));
  renameSync(join(place, "second"), join(place, "first"));
  assert.equal((await send(site.url, "/")).body.toString(), "second");
  await site.close();
  rmSync(place, { recursive: true });
});

test("a broken _headers file is told when serving begins", async () => {
  const broken = mkdtempSync(join(tmpdir(), "atlas-"));
  writeFileSync(join(broken, "_headers"), "nonsense");
  await assert.rejects(serve({ root: broken }), /_headers:1/);
  rmSync(broken, { recursive: true });
});

test("a port that is taken is refused, and nothing stays open", async () => {
  const first = await serve({ root });
  const port = Number(new URL(first.url).port);
  await assert.rejects(serve({ root, port }), { code: "EADDRINUSE" });
  await first.close();
  const second = await serve({ root, port });
  await second.close();
});

function send(address: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, path, headers, method, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.once("error", reject).end();
  });
}
