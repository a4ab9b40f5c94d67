// A home and a folder for each test, and scripted models that the home's settings name; everything goes away with the test.

import { afterEach, beforeEach } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts";
import { customModel, makePlace, type Place } from "./program.ts";

type Script = Parameters<typeof startModelServer>[0];

export interface ServedPlace {
  readonly place: Place;
  /** A strict model with this script, named by the settings; `extra` is more of `config.yaml`. */
  serve(script: Script, extra?: string): Promise<ModelServer>;
}

/** Call at the top of a test file. */
export function servedPlace(): ServedPlace {
  const live = { place: undefined as Place | undefined };
  const servers: ModelServer[] = [];
  beforeEach(async () => {
    live.place = await makePlace();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    await live.place?.remove();
  });
  const here: ServedPlace = {
    get place() {
      if (live.place === undefined) throw new Error("there is a place only inside a test");
      return live.place;
    },
    async serve(script, extra = "") {
      const server = await startModelServer(script, { strict: true });
      servers.push(server);
      await here.place.configure(customModel(server.url, extra));
      return server;
    },
  };
  return here;
}
