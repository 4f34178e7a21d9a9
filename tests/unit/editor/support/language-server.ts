import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

interface Place {
  line: number;
  character: number;
}

interface Diagnostic {
  message: string;
  range: { start: Place; end: Place };
}

interface Completion {
  label: string;
}

type Json = { [key: string]: unknown };

/** The language server that editors' YAML extensions run, spoken to as an editor does. */
export interface LanguageServer {
  /** Opens a text as if it were the file at a path, and returns what is said against it. */
  open(path: string, text: string): Promise<Diagnostic[]>;
  /** What would be offered at the end of an opened text. */
  complete(path: string, text: string): Promise<Completion[]>;
  stop(): Promise<void>;
}

/** Starts the server for a repository. */
export async function startLanguageServer(root: string): Promise<LanguageServer> {
  const server = spawn(process.execPath, ["node_modules/yaml-language-server/bin/yaml-language-server", "--stdio"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = new Map<number, (result: unknown) => void>();
  const diagnostics = new Map<string, (found: Diagnostic[]) => void>();
  const rootUri = pathToFileURL(root).href;
  let last = 0;

  const send = (message: Json): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      answers.set(++last, resolve);
      send({ id: last, method, params });
    });
  const receive = (message: Json): void => {
    if (typeof message.method === "string" && message.id !== undefined) {
      send({
        id: message.id,
        result: message.method === "workspace/configuration" ? listSettings(message.params as SettingsQuery) : null,
      });
    } else if (message.method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics: found } = message.params as { uri: string; diagnostics: Diagnostic[] };
      diagnostics.get(uri)?.(found);
    } else if (typeof message.id === "number") {
      answers.get(message.id)?.(message.result);
    }
  };
  readMessages(server.stdout, receive);

  const open = (path: string, text: string): Promise<Diagnostic[]> =>
    new Promise((resolve) => {
      const uri = `${rootUri}/${path}`;
      diagnostics.set(uri, resolve);
      send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text } } });
    });

  await request("initialize", {
    processId: process.pid,
    rootUri,
    capabilities: { workspace: { configuration: true } },
    workspaceFolders: [{ uri: rootUri, name: "atlas" }],
  });
  send({ method: "initialized", params: {} });
  return {
    open,
    async complete(path, text) {
      await open(path, text);
      const lines = text.split("\n");
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const found = (await request("textDocument/completion", {
        textDocument: { uri: `${rootUri}/${path}` },
        position,
      })) as { items: Completion[] };
      return found.items;
    },
    async stop() {
      await request("shutdown", null);
      const ended = new Promise((resolve) => server.once("exit", resolve));
      send({ method: "exit" });
      await ended;
    },
  };
}

interface SettingsQuery {
  items: { section: string }[];
}

/** The settings that the server asks for: as they come, but without a catalogue from another host. */
function listSettings({ items }: SettingsQuery): unknown[] {
  return items.map(({ section }) => (section === "yaml" ? { schemaStore: { enable: false } } : {}));
}

/** Cuts the stream into its messages, each of which is preceded by its length. */
function readMessages(stream: NodeJS.ReadableStream, receive: (message: Json) => void): void {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = rest.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(head, 0)).toString())?.[1]);
      if (head === -1 || rest.length < head + 4 + length) return;
      receive(JSON.parse(rest.subarray(head + 4, head + 4 + length).toString()) as Json);
      rest = rest.subarray(head + 4 + length);
    }
  });
}
