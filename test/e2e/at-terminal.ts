// A person at a terminal, for tests: a home that goes away, scripted models, terminals with the built command in them.

import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, describe, test } from "vitest";
import { type ModelServer, type RecordedRequest, startModelServer } from "../../src/testing/model-server.ts";
import { type Answer, forever, reply } from "../../src/testing/script.ts";
import { customModel, HERMES, makePlace, type Place } from "./program.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "./tui-terminal.ts";

/** Without tmux there is no terminal to test in; the report then says so. */
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
export const inTerminal = (name: string, tests: () => void): void => void describe.skipIf(!hasTmux)(name, tests);
if (!hasTmux) test("the terminal interface", (context) => context.skip("tmux is not installed"));

export type Script = readonly (Answer | ((request: RecordedRequest) => Answer))[];

export interface AtTerminal {
  readonly place: Place;
  /** A model that gives these answers in turn, the last one for good. Side requests (titles) are answered beside the script. */
  model(...script: Script): Promise<ModelServer>;
  /** The same, and the settings name it. */
  serve(...script: Script): Promise<ModelServer>;
  /** A terminal that runs this, with the home of this test. */
  start(options: Partial<TerminalOptions>): Promise<Terminal>;
  /** A conversation that is ready. */
  open(args?: readonly string[], options?: Partial<TerminalOptions>): Promise<Terminal>;
}

/** Call at the top of a test file: everything is made anew for each test and goes away with it. */
export function atTerminal(): AtTerminal {
  const live = { place: undefined as Place | undefined };
  const servers: ModelServer[] = [];
  const terminals: Terminal[] = [];
  beforeEach(async () => {
    live.place = await makePlace();
  });
  afterEach(async () => {
    for (const terminal of terminals.splice(0)) await terminal.close();
    for (const server of servers.splice(0)) await server.close();
    await live.place?.remove();
  });

  const here: AtTerminal = {
    get place() {
      if (live.place === undefined) throw new Error("there is a place only inside a test");
      return live.place;
    },
    async model(...script) {
      const steps = [...script];
      const server = await startModelServer([
        forever((request) => {
          if (!Array.isArray(request.body.tools) || request.body.tools.length === 0) return reply("A title");
          const step = steps.length > 1 ? steps.shift() : steps[0];
          return typeof step === "function" ? step(request) : (step ?? reply("The script is over."));
        }),
      ]);
      servers.push(server);
      return server;
    },
    async serve(...script) {
      const server = await here.model(...script);
      await here.place.configure(customModel(server.url));
      return server;
    },
    async start({ env = {}, ...options }) {
      const { cwd, home } = here.place;
      const terminal = await openTerminal({
        ...{ command: [HERMES], cwd, columns: 100, rows: 30 },
        ...options,
        env: { PATH: process.env.PATH ?? "", HOME: cwd, HERMES_HOME: home, ...env },
      });
      terminals.push(terminal);
      return terminal;
    },
    async open(args = [], options = {}) {
      const terminal = await here.start({ command: [HERMES, ...args], ...options });
      await terminal.shows("Ask anything");
      await terminal.shows(/tools/);
      return terminal;
    },
  };
  return here;
}

export async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.shows(text.slice(0, 20));
  await terminal.press("Enter");
}

/** The newest request of the conversation itself, as text. */
export function asked(server: ModelServer): string {
  return JSON.stringify(server.requests.findLast(({ body }) => Array.isArray(body.tools))?.body);
}

export function widest(screen: string): number {
  return Math.max(...screen.split("\n").map((line) => [...line.trimEnd()].length));
}
