import { expect, test } from "vitest";
import { ModelFailure } from "../kernel/failure.ts";
import { pageSummary } from "./page-summary.ts";

const signal = new AbortController().signal;

test("a long page is shortened piece by piece, then as a whole, fenced as data", async () => {
  const asked: string[] = [];
  const complete = async () => async (request: { readonly prompt: string }) => {
    asked.push(request.prompt);
    return `part ${asked.length}`;
  };
  const summarize = pageSummary({ complete, nonce: () => "n0" });
  expect(await summarize("short page", "https://x.example/", signal)).toBe("part 1");
  expect(asked[0]).toMatch(/^https:\/\/x\.example\/\n<untrusted-n0[^>]*>\n[\s\S]*short page[\s\S]*<\/untrusted-n0>/);
  asked.length = 0;
  expect(await summarize("x".repeat(250_000), "https://x.example/", signal)).toBe("part 4");
  expect(asked[3]).toContain("part 1\n\npart 2\n\npart 3");
});

test("a model that fails or says nothing leaves the page to be cut", async () => {
  const failing = pageSummary({
    complete: async () => () => Promise.reject(new ModelFailure("overloaded", { message: "no" })),
    nonce: () => "n",
  });
  expect(await failing("page", "https://x.example/", signal)).toBeUndefined();
  const silent = pageSummary({ complete: async () => async () => " ", nonce: () => "n" });
  expect(await silent("page", "https://x.example/", signal)).toBeUndefined();
});
