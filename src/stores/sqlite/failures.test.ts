import { expect, test } from "vitest";
import { storeFailure } from "./failures.ts";

const ioError = Object.assign(new Error("disk I/O error"), { errcode: 10 });

test("where no room is left, an I/O error means a full disk", () => {
  // A file system without any room of its own.
  expect(storeFailure(ioError, "/proc/state.db")).toMatchObject({
    kind: "full",
    message: expect.stringContaining("free some space"),
  });
  expect(storeFailure(ioError, `${import.meta.dirname}/state.db`).kind).toBe("io");
  expect(storeFailure(ioError, "/no/such/folder/state.db").kind).toBe("io");
});
