// Signing in and staying signed in, with the built command: a portal and a model server on loopback.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Issuer, type IssuerOptions, startIssuer } from "../../src/testing/issuer.ts";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts";
import { fail, reply } from "../../src/testing/script.ts";
import { makePlace, type Place } from "./program.ts";

let place: Place;
const open: AsyncDisposable[] = [];
beforeEach(async () => {
  place = await makePlace();
  await place.configure("model:\n  provider: nous\n  default: test-model\n");
});
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  await place.remove();
});

async function signIn(
  script: Parameters<typeof startModelServer>[0],
  options: IssuerOptions = {},
): Promise<{ readonly issuer: Issuer; readonly server: ModelServer }> {
  const issuer = await startIssuer(options);
  const server = await startModelServer(script);
  open.push(issuer, server);
  const where = ["--portal-url", issuer.url, "--inference-url", `${server.url}/v1`];
  expect(await place.run(["auth", "add", "nous", ...where])).toMatchObject({ code: 0 });
  return { issuer, server };
}

const keysOf = (server: ModelServer) => server.requests.map((request) => request.headers.authorization);
const authFile = () => readFile(join(place.home, "auth.json"), "utf8");
/** The kept sign-in as if an hour had passed. */
async function letItEnd(): Promise<void> {
  const document = JSON.parse(await authFile());
  document.credential_pool.nous[0].expires_at_ms = 1;
  await writeFile(join(place.home, "auth.json"), JSON.stringify(document));
}

test("an ended token is renewed where the person signed in, once for two processes, and kept", async () => {
  const { issuer, server } = await signIn([reply("one"), reply("two"), reply("three")]);
  expect((await place.run(["-z", "hi"])).stdout).toBe("one\n");
  await letItEnd();
  const both = await Promise.all([place.run(["-z", "hi"]), place.run(["-z", "hi"])]);
  expect(both.map((ran) => ran.code)).toEqual([0, 0]);
  expect(issuer.asked.refresh).toBe(1);
  expect(keysOf(server)).toEqual(["Bearer access-0", "Bearer access-1", "Bearer access-1"]);
  expect(JSON.parse(await authFile()).credential_pool.nous[0]).toMatchObject({
    access_token: "access-1",
    refresh_token: "refresh-1",
    portal_base_url: issuer.url,
  });
});

test("a refused token is renewed and the question asked again", async () => {
  const { issuer, server } = await signIn([fail("auth"), reply("after all")]);
  expect(await place.run(["-z", "hi"])).toMatchObject({ code: 0, stdout: "after all\n" });
  expect(issuer.asked.refresh).toBe(1);
  expect(keysOf(server)).toEqual(["Bearer access-0", "Bearer access-1"]);
});

test("a sign-in that is over says how to sign in again, and names no token", async () => {
  const { issuer } = await signIn([]);
  await letItEnd();
  issuer.revoke();
  const ran = await place.run(["-z", "hi"]);
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain('"hermes auth add nous"');
  const logs = await readFile(join(place.home, "logs", "agent.log"), "utf8");
  for (const text of [ran.stderr, logs]) expect(text).not.toMatch(/access-0|refresh-0/);
});

test("a sign-in that may only make keys talks with a key it made", async () => {
  const { issuer, server } = await signIn([reply("minted"), reply("again")], { scope: "inference:mint_agent_key" });
  expect((await place.run(["-z", "hi"])).stdout).toBe("minted\n");
  expect((await place.run(["-z", "hi"])).stdout).toBe("again\n");
  expect(keysOf(server)).toEqual(["Bearer agent-key-1", "Bearer agent-key-1"]);
  expect(issuer.asked.key).toBe(1);
});
