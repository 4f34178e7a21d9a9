import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressFiles } from "../../tools/dev/release/main.ts";
import {
  readHeaderGroups,
  writeCaddyfile,
  writeNginx,
  writeNginxHeaders,
  writeNginxLocation,
} from "../../tools/dev/release/hosts.ts";
import { openHeaders } from "../../tools/dev/server/site-headers.mjs";
import { listFiles } from "../../tools/records/list-files.mjs";
import { writeRelativeSite } from "../../tools/site/pages/relative-pages.ts";
import { publicFolder } from "./support/site.ts";

const folder = mkdtempSync(join(tmpdir(), "vnic-atlas-hosts-"));
const site = join(folder, "site");
const headersFile = readFileSync(join(publicFolder, "_headers"), "utf8");
const groups = readHeaderGroups(headersFile);
/** A file for each path that the rules name. */
const paths = groups
  .flatMap((group) => group.paths)
  .flatMap((path) => {
    if (!path.endsWith("*")) return existsSync(join(publicFolder, path)) && path !== "/sitemap.xml" ? [path] : [];
    return listFiles(join(publicFolder, path.slice(0, -1)))
      .slice(0, 1)
      .map((file) => `/${relative(publicFolder, file)}`);
  });
const started: ChildProcess[] = [];

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

before(async () => {
  writeRelativeSite(publicFolder, site, "http://localhost:1313/");
  await compressFiles(join(site, "css"));
  // The servers run under another name where tests run as root.
  spawnSync("chmod", ["-R", "a+rX", folder]);
});
after(async () => {
  await Promise.all(
    started.map((server) => {
      server.kill();
      return once(server, "exit");
    }),
  );
  rmSync(folder, { recursive: true, force: true });
});

const programs = {
  nginx: (port: number, path: string): ChildProcess => {
    const place = join(folder, `nginx-${port}`);
    mkdirSync(place);
    spawnSync("chmod", ["-R", "a+rwX", place]);
    writeFileSync(join(place, "nginx.conf"), writeNginx({ port, path, folder: site }));
    writeFileSync(join(place, "headers.conf"), writeNginxHeaders(groups));
    writeFileSync(join(place, "location.conf"), writeNginxLocation(groups));
    return spawn("nginx", ["-p", place, "-c", "nginx.conf", "-g", "daemon off;"], { stdio: "inherit" });
  },
  caddy: (port: number, path: string): ChildProcess => {
    const file = join(folder, `Caddyfile-${port}`);
    const options = "{\n  admin off\n  auto_https off\n}\n";
    writeFileSync(file, options + writeCaddyfile(groups, { address: `:${port}`, path, folder: site }));
    return spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
  },
};

for (const [name, start] of Object.entries(programs)) {
  for (const path of ["/", "/some/path/"]) {
    describe(`the sample for ${name} at ${path}`, () => {
      let port = 0;
      const get = (below: string, headers: Record<string, string> = {}): Promise<Answer> =>
        ask(port, path + below.replace(/^\//, ""), headers);

      before(async () => {
        port = await findPort();
        const server = start(port, path);
        started.push(server);
        await waitFor(port, server);
      });

      test("sends what _headers says, for every path that it names", async () => {
        assert.ok(paths.length > 30);
        const findHeaders = openHeaders(publicFolder);
        for (const below of paths) {
          const { status, headers } = await get(below);
          assert.equal(status, 200, below);
          for (const [header, value] of Object.entries(await findHeaders(below)))
            assert.equal(headers[header], value, `${below} ${header}`);
          const known = ["access-control-allow-origin", "cross-origin-embedder-policy"];
          const expected = Object.keys(await findHeaders(below)).filter((header) => known.includes(header));
          assert.deepEqual(
            known.filter((header) => headers[header] !== undefined),
            expected.sort(),
            below,
          );
        }
      });

      test("has pages asked for again, and files named by their content kept", async () => {
        assert.equal((await get("/guests/")).headers["cache-control"], "no-cache");
        const script = paths.find((name) => name.startsWith("/js/")) ?? "";
        assert.match(String((await get(script)).headers["cache-control"]), /immutable/);
        assert.equal((await get("/js/x.js")).headers["cache-control"], "no-cache");
        const { headers } = await get("/guests/");
        const again = await get("/guests/", { "if-none-match": String(headers.etag) });
        assert.equal(again.status, 304);
      });

      test("sends the compressed files that lie beside the plain ones", async () => {
        const page = (await get("/guests/")).body.toString();
        const [, sheet = ""] = /href="\.\.\/(css\/atlas[^"]+)"/.exec(page) ?? [];
        const plain = readFileSync(join(site, sheet));
        const packed = await get(`/${sheet}`, { "accept-encoding": "gzip" });
        assert.equal(packed.headers["content-encoding"], "gzip");
        assert.ok(packed.body.equals(readFileSync(join(site, `${sheet}.gz`))));
        assert.ok(gunzipSync(packed.body).equals(plain));
        assert.match(String(packed.headers["content-type"]), /^text\/css/);
        assert.match(String(packed.headers.vary), /accept-encoding/i);
        assert.ok((await get(`/${sheet}`)).body.equals(plain));
        if (name !== "caddy") return;
        const smaller = await get(`/${sheet}`, { "accept-encoding": "br, gzip" });
        assert.equal(smaller.headers["content-encoding"], "br");
        assert.ok(brotliDecompressSync(smaller.body).equals(plain));
      });

      test("answers 404 with the site's own page, and hands out no file that is for hosts", async () => {
        for (const below of ["/nowhere/", "/_headers", "/_redirects", "/guests/x"]) {
          const { status, headers, body } = await get(below);
          assert.equal(status, 404, below);
          assert.match(String(headers["content-security-policy"]), /default-src 'none'/, below);
          assert.match(body.toString(), /No page at this address/, below);
        }
      });

      test("leads to the address with a slash, on which what a page names depends", async () => {
        const { status, headers } = await get("/guests");
        assert.ok([301, 302, 308].includes(status), String(status));
        assert.equal(new URL(String(headers.location), `http://localhost${path}guests`).pathname, `${path}guests/`);
      });

      test("says what each kind of file is", async () => {
        for (const [below, type] of [
          ["/index.md", "text/markdown"],
          ["/robots.txt", "text/plain"],
          ["/api/v1/index.json", "application/json"],
          ["/embed/vnic-advisor.js", "(?:text|application)/javascript"],
        ])
          assert.match(String((await get(below as string)).headers["content-type"]), new RegExp(`^${type}`), below);
      });
    });
  }
}

function ask(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

/** A port that is free now; the servers cannot be told to take one. */
function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Asks until the server answers; fails when it has ended. */
async function waitFor(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const isThere = await ask(port, "/", {}).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
