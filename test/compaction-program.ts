// The built program beside a model that answers from a script and writes every summary well, in a window the script outgrows.

import { afterEach, beforeEach } from "vitest";
import { SUMMARY_SYSTEM } from "../src/kernel/compress/summary-prompt.ts";
import { type ModelServer, type RecordedRequest, startModelServer } from "../src/testing/model-server.ts";
import { type Answer, forever, reply, words } from "../src/testing/script.ts";
import { GOOD } from "./compaction-kit.ts";
import { customModel, makePlace, type Place } from "./e2e/program.ts";

const isSummary = ({ body }: RecordedRequest) =>
  JSON.stringify(body).includes(JSON.stringify(SUMMARY_SYSTEM).slice(1, -1));

export interface Beside {
  readonly place: Place;
  /** Answers with `Done.` when the script is over; `mine` sends some requests to a script of their own. */
  serve(script: Answer[], options?: { readonly window?: number; readonly mine?: OwnScript }): Promise<void>;
  readonly summaries: () => readonly RecordedRequest[];
  /** Everything else that was asked, as JSON. */
  readonly conversation: () => readonly string[];
}

export interface OwnScript {
  readonly of: (body: string) => boolean;
  readonly script: Answer[];
}

export function besideModel(): Beside {
  let place: Place;
  let server: ModelServer;
  beforeEach(async () => {
    place = await makePlace();
  });
  afterEach(async () => {
    await server.close();
    await place.remove();
  });
  return {
    get place() {
      return place;
    },
    async serve(script, { window = 32_000, mine } = {}) {
      const next = (request: RecordedRequest) => {
        const own = mine?.of(JSON.stringify(request.body)) === true ? mine.script : script;
        return own.shift() ?? reply("Done.");
      };
      server = await startModelServer([
        forever((request: RecordedRequest) => (isSummary(request) ? reply(GOOD) : next(request))),
      ]);
      await place.configure(customModel(server.url).replace("default:", `context_length: ${window}\n  default:`));
    },
    summaries: () => server.requests.filter(isSummary),
    conversation: () =>
      server.requests.filter((request) => !isSummary(request)).map(({ body }) => JSON.stringify(body)),
  };
}

/** So many words that a dozen of them have to be compacted. */
export const think = (n: number) => words(`step ${n} ${"thought ".repeat(900)}`);
