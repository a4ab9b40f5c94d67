// Addresses that the web tools never open.

import { expect, test } from "vitest";
import { siteList } from "../kernel/net/sites.ts";
import { call, contextOf, toolOf } from "../testing/gate-call.ts";
import { urlGuard } from "./url-guard.ts";

test("a host on the blocklist covers its sub-domains, a star only those", async () => {
  const covers = siteList(["bad.example", "*.worse.example"]);
  const gate = urlGuard((host) => covers(host));
  const check = (url: string) => gate.check(call({ url }), toolOf({ effect: "read" }), contextOf());
  expect(await check("https://www.bad.example/a")).toMatchObject({ type: "deny" });
  expect(await check("http://user@a.bad.example:8080/")).toMatchObject({ type: "deny" });
  expect(await check("https://www.worse.example/")).toMatchObject({ type: "deny" });
  expect(await check("sub.worse.example")).toMatchObject({ type: "deny" });
  expect(await check("worse.example")).toEqual({ type: "allow" });
  expect(await check("https://notbad.example")).toEqual({ type: "allow" });
});
