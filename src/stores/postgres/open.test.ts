import { expect, test } from "vitest";
import { fakeClock, fakeIds } from "../../testing/fakes.ts";
import { openPostgresStore } from "./open.ts";

test("a server that is not there is told in words, without the password", async () => {
  const opening = openPostgresStore({
    url: "postgres://me:secret@127.0.0.1:1/none",
    clock: fakeClock(),
    ids: fakeIds(),
  });
  await expect(opening).rejects.toMatchObject({ kind: "io", message: expect.not.stringContaining("secret") });
});
