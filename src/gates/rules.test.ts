// The user's own rules beside the gates.

import { expect, test } from "vitest";
import type { Rules } from "../kernel/shell/rules.ts";
import { call, contextOf, fileTool, OPTIONS, toolOf } from "../testing/gate-call.ts";
import { pathGuard } from "./path-guard.ts";
import { ruleGate, withAllowRules } from "./rules.ts";

const none = { tools: [], paths: [], hosts: [], commands: [] };
const rules = (over: Partial<Rules>): Rules => ({ allow: none, ask: none, deny: none, ...over });

test("deny beats ask, and sees through wrappers", async () => {
  const gate = ruleGate(
    rules({ deny: { ...none, commands: ["git push"] }, ask: { ...none, commands: ["git *"] } }),
    OPTIONS,
  );
  const check = (text: string) => gate.check(call({ command: text }), toolOf(), contextOf());
  expect(await check("bash -c 'git push origin main'")).toMatchObject({ type: "deny" });
  expect(await check("git log")).toMatchObject({ type: "ask" });
  expect(await check("ls")).toEqual({ type: "allow" });
});

test("paths and hosts", async () => {
  const gate = ruleGate(
    rules({ deny: { ...none, paths: ["~/private"], hosts: ["*.evil.example", "bücher.example"] } }),
    OPTIONS,
  );
  expect(await gate.check(call({ path: "/home/ann/private/a" }), fileTool("read"), contextOf())).toMatchObject({
    type: "deny",
  });
  const web = toolOf({ name: "web_extract", effect: "read" });
  expect(await gate.check(call({ urls: ["https://a.evil.example/x"] }), web, contextOf())).toMatchObject({
    type: "deny",
  });
  expect(await gate.check(call({ urls: ["https://bücher.example/x"] }), web, contextOf())).toMatchObject({
    type: "deny",
  });
  expect(await gate.check(call({ urls: ["https://evil.example/x"] }), web, contextOf())).toEqual({ type: "allow" });
});

test("allow answers another gate's question, not its denial", async () => {
  const gate = withAllowRules(
    pathGuard(OPTIONS),
    rules({ allow: { ...none, paths: ["/srv/site/**", "~/.ssh/**"] } }),
    OPTIONS,
  );
  const check = (path: string) => gate.check(call({ path }), fileTool("write"), contextOf());
  expect(await check("/srv/site/a/index.html")).toEqual({ type: "allow" });
  expect(await check("/srv/other")).toMatchObject({ type: "ask" });
  expect(await check("/home/ann/.ssh/config")).toMatchObject({ type: "deny" });
});
