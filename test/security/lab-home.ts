// A home, a workspace, somebody else's folder and two loopback servers: everything an attack needs, nothing of the machine.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type LoopbackModel, startLoopbackModel } from "../../bench/parts/loopback-model.ts";

export interface LabHome {
  readonly home: string;
  readonly workspace: string;
  /** Outside the workspace: what lies there was written by strangers. */
  readonly outside: string;
  readonly model: LoopbackModel;
  /** Serves `pages` and notes every other request as something that got out. */
  readonly world: World;
  remove(): Promise<void>;
}

export interface World {
  readonly url: string;
  readonly pages: Map<string, string>;
  /** Method, path and body of requests for anything that is no page. */
  readonly received: string[];
}

export async function makeLabHome(settings: Readonly<Record<string, unknown>> = {}): Promise<LabHome> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-lab-")));
  const [home, workspace, outside] = [join(root, "home"), join(root, "workspace"), join(root, "elsewhere")];
  for (const dir of [home, workspace, outside]) mkdirSync(dir, { mode: 0o700 });
  const model = await startLoopbackModel();
  const { world, close } = await startWorld();
  const config = {
    model: {
      ...{ provider: "custom", base_url: model.url, api_key: "sk-lab-0123456789abcdef", default: "obedient" },
      ...{ api_mode: "chat_completions", context_length: 1_000_000 },
    },
    security: { allow_private_urls: true },
    ...settings,
  };
  writeFileSync(join(home, "config.yaml"), `${JSON.stringify(config)}\n`);
  return {
    ...{ home, workspace, outside, model, world },
    async remove() {
      await model.close();
      await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function startWorld(): Promise<{ readonly world: World; close(): Promise<void> }> {
  const pages = new Map<string, string>();
  const received: string[] = [];
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    if (request.method === "GET" && page !== undefined) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString("utf8").slice(0, 500)}`);
      response.writeHead(200, { "content-type": "text/plain" }).end("thanks");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    world: { url: `http://127.0.0.1:${port}`, pages, received },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Every file below a folder with its text, as one string: what a leak or a planted line would show up in. */
export function everything(dir: string): string {
  const seen: string[] = [];
  const walk = (at: string): void => {
    for (const name of readdirSync(at)) {
      const path = join(at, name);
      const info = statSync(path, { throwIfNoEntry: false });
      if (info?.isDirectory()) walk(path);
      else if (info?.isFile()) seen.push(`${relative(dir, path)}\n${readFileSync(path, "latin1")}`);
    }
  };
  if (statSync(dir, { throwIfNoEntry: false }) !== undefined) walk(dir);
  return seen.join("\n");
}
