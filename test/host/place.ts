// A whole app on a home of its own and a scripted model: what a host does, seen from outside.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openApp } from "../../src/compose/app.ts";
import { text } from "../../src/kernel/message.ts";
import { OWNER, type Principal } from "../../src/kernel/principal.ts";
import { type App, type AppOptions, PLAIN_APP } from "../../src/runtime/app.ts";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts";
import { customModel, makePlace, type Place } from "../e2e/program.ts";

export interface HostPlace {
  readonly place: Place;
  readonly server: ModelServer;
  app(): App;
  /** Ends the app and opens it again, as a restart does. */
  reopen(change?: Partial<AppOptions>): Promise<void>;
  /** Below the home. */
  put(path: string, text: string): Promise<void>;
  /** One turn in a new session; what the model was sent in its last call of it. */
  turn(words: string, principal?: Principal): Promise<string>;
  /** `/word rest` as a conversation answers it. */
  command(line: string, principal?: Principal): Promise<string>;
  remove(): Promise<void>;
}

const OPTIONS: AppOptions = { ...PLAIN_APP, source: "gateway", ignoreRules: true };

export async function hostPlace(config = ""): Promise<HostPlace> {
  const place = await makePlace();
  const server = await startModelServer([]);
  await place.configure(customModel(server.url, config));
  const facts = {
    env: { HERMES_HOME: place.home, PATH: process.env.PATH },
    platform: process.platform,
    userHome: place.cwd,
    cwd: place.cwd,
  };
  const open = (change: Partial<AppOptions> = {}) => openApp(facts, { ...OPTIONS, ...change });
  const state = { app: await open() };
  return {
    ...{ place, server },
    app: () => state.app,
    async reopen(change) {
      await state.app.close();
      state.app = await open(change);
    },
    async put(path, content) {
      await mkdir(dirname(join(place.home, path)), { recursive: true });
      await writeFile(join(place.home, path), content);
    },
    async turn(words, principal = OWNER) {
      const { host, defaults } = state.app;
      const session = await host.create({ principal, source: "gateway", cwd: place.cwd, settings: defaults });
      await session.send({ parts: [text(words)], delivery: "queue" });
      await session.settled();
      await session.close();
      return JSON.stringify(server.requests.at(-1)?.body ?? {});
    },
    async command(line, principal = OWNER) {
      const { host, defaults, commands } = state.app;
      const [, word = "", rest = ""] = /^\/(\S+)\s*(.*)$/s.exec(line) ?? [];
      const found = commands.find(({ name }) => name === word);
      if (found === undefined) throw new Error(`no command ${line}`);
      const session = await host.create({ principal, source: "gateway", cwd: place.cwd, settings: defaults });
      const reply = await found.run(rest, session);
      await session.close();
      return reply.type === "table" ? reply.rows.map((row) => row.join(" | ")).join("\n") : JSON.stringify(reply);
    },
    async remove() {
      await state.app.close();
      await server.close();
      await place.remove();
    },
  };
}
