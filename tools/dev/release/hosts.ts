import { groupBy } from "../../../advisor/collections.ts";
import { readHeaderRules } from "../server/site-headers.mjs";

/** Paths that are sent with the same headers, as a site's `_headers` has them; `*` stands for all that follows. */
interface HeaderGroup {
  paths: string[];
  headers: [name: string, value: string][];
}

/** Default for files without a cache rule: revalidate, and reuse the cached file if it has not changed. */
const ASK_AGAIN: [string, string] = ["Cache-Control", "no-cache"];
/** Configuration files for web hosts. A host does not serve them. */
const HOST_FILES = ["_headers", "_redirects"];

/** Reads a site's `_headers`, the single source of its HTTP headers, and groups paths with the same headers. */
export function readHeaderGroups(text: string): HeaderGroup[] {
  const rules = readHeaderRules(text);
  for (const { headers } of rules) if (!headers.some(([name]) => name === ASK_AGAIN[0])) headers.push(ASK_AGAIN);
  return [...groupBy(rules, ({ headers }) => JSON.stringify(headers)).values()].map((group) => ({
    paths: group.map(({ path }) => path),
    headers: group[0]?.headers ?? [],
  }));
}

/** The headers of a site as maps for nginx, to be included in its http block; `$vnic_path` is the path below the site's root. */
export function writeNginxHeaders(groups: readonly HeaderGroup[]): string {
  const names = [...new Set(groups.flatMap(({ headers }) => headers.map(([name]) => name)))];
  const [first] = groups;
  const maps = names.map((name) => {
    const valueIn = ({ headers }: HeaderGroup): string => headers.find(([other]) => other === name)?.[1] ?? "";
    const usual = first ? valueIn(first) : "";
    const others = groups.filter((group) => valueIn(group) !== usual);
    const lines = others.flatMap((group) =>
      group.paths.map((path) => `  "~${toPattern(path)}" ${quote(valueIn(group))};`),
    );
    return [`map $vnic_path $${variableOf(name)} {`, `  default ${quote(usual)};`, ...lines, "}"].join("\n");
  });
  return `# Written from the site's _headers.\n${maps.join("\n")}\n`;
}

/** The lines that send these headers, to be included in the site's location. */
export function writeNginxLocation(groups: readonly HeaderGroup[]): string {
  const names = [...new Set(groups.flatMap(({ headers }) => headers.map(([name]) => name)))];
  return `# A header without a value is not sent.\n${names.map((name) => `add_header ${name} $${variableOf(name)} always;\n`).join("")}`;
}

/** A Caddyfile for the site, at a path below an address. */
export function writeCaddyfile(
  groups: readonly HeaderGroup[],
  { address, path, folder }: { address: string; path: string; folder: string },
): string {
  const [usual, ...others] = groups;
  const setHeaders = (matcher: string, { headers }: HeaderGroup): string[] => {
    const absent = (usual?.headers ?? []).filter(([name]) => !headers.some(([other]) => other === name));
    return [
      `    header ${matcher} {`,
      ...headers.map(([name, value]) => `      ${name} ${quote(value)}`),
      ...absent.map(([name]) => `      -${name}`),
      "    }",
    ];
  };
  return `${[
    "# vNIC Atlas with Caddy 2.6 or later. The headers are written from the site's _headers.",
    `${address} {`,
    `  root * ${folder}`,
    `  handle_path ${path}* {`,
    "    route {",
    ...(usual ? setHeaders("", usual) : []),
    ...others.flatMap((group, at) => [
      `    @paths${at} path ${group.paths.join(" ")}`,
      ...setHeaders(`@paths${at}`, group),
    ]),
    "    file_server {",
    "      precompressed br gzip",
    `      hide ${HOST_FILES.join(" ")}`,
    "    }",
    "    }",
    "  }",
    "  # A missing file is requested again, even if its path would be cached.",
    "  handle_errors {",
    "    rewrite * /404.html",
    ...(usual ? setHeaders("", usual) : []),
    "    file_server",
    "  }",
    "}",
  ].join("\n")}\n`;
}

/** The configuration of an nginx that serves the site alone, without any rights of root. */
export function writeNginx({ port, path, folder }: { port: number; path: string; folder: string }): string {
  return `# vNIC Atlas with nginx 1.18 or later: nginx -p . -c nginx.conf
pid nginx.pid;
error_log stderr warn;
events {}

http {
  include /etc/nginx/mime.types;
  types {
    application/yaml yaml yml;
    text/csv csv;
    text/javascript mjs;
    text/markdown md;
    text/plain sh ps1 sha256;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/css text/csv text/javascript application/javascript text/markdown text/plain text/xml application/json application/yaml;
  access_log off;
  log_not_found off;
  server_tokens off;
  client_body_temp_path body_temp;
  proxy_temp_path proxy_temp;
  fastcgi_temp_path fastcgi_temp;
  uwsgi_temp_path uwsgi_temp;
  scgi_temp_path scgi_temp;

  # The path of the site is set in the lines that end with "# path".
  map $uri $vnic_path {
    "~^${path}(?<vnic_rest>.*)$" /$vnic_rest; # path
  }
  include headers.conf;

  server {
    listen ${port};
    # A proxy in front may have another port and scheme.
    absolute_redirect off;

    # Sends the compressed copies of files. With the Brotli module: brotli_static on;
    gzip_static on;
    gzip_vary on;

    location ${path} { # path
      alias ${folder}/;
      index index.html;
      include location.conf;
      error_page 404 ${path}404.html; # path
      location ~ /_(?:headers|redirects)$ {
        return 404;
      }
    }
  }
}
`;
}

/** The pattern of a path, as nginx quotes it. */
function toPattern(path: string): string {
  const escaped = path.replace(/\*$/, "").replace(/[.+?^()|[\]\\]/g, "\\$&");
  return `^${escaped}${path.endsWith("*") ? "" : "$"}`;
}

function variableOf(header: string): string {
  return `vnic_${header.toLowerCase().replaceAll("-", "_")}`;
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '\\"')}"`;
}
