// Tests that need a real PostgreSQL server: they share one for the file, and are left out, with the reason, where none can be had.

import { afterAll, beforeAll, describe, test } from "vitest";
import { findBinaries } from "../postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../postgres-server.ts";

/** To be awaited at the top of a test file. The server runs while the tests do. */
export async function onPostgres(subject: string, tests: (server: () => PostgresServer) => void): Promise<void> {
  const binaries = await findBinaries();
  if (binaries.type === "missing") {
    test(subject, (context) => context.skip(`not run: ${binaries.why}`));
    return;
  }
  describe(subject, () => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await startPostgresServer(binaries.folder);
    });
    afterAll(() => server?.stop());
    tests(() => {
      if (server === undefined) throw new Error("the server runs only while the tests do");
      return server;
    });
  });
}
