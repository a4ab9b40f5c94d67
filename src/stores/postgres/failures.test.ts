// What the way to a server reports when it is cut is told from what the server itself says.

import { expect, test } from "vitest";
import { isGone } from "./failures.ts";

const reported = (code: string) => Object.assign(new Error("reported"), { code });

test.each(["ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETDOWN", "EAI_AGAIN", "57P01", "57P05", "08006"])(
  "%s: the connection is gone, and what was asked of it is unknown",
  (code) => expect(isGone(reported(code))).toBe(true),
);

test.each(["23505", "28P01", "57014", "ENOTFOUND", "ERR_INVALID_URL"])("%s: an answer", (code) =>
  expect(isGone(reported(code))).toBe(false),
);
