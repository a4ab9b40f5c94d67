// Skills as a conversation meets them, through the whole host.

import { afterEach, expect, test } from "vitest";
import { call, calls, reply } from "../../src/testing/script.ts";
import { type HostPlace, hostPlace } from "../host/place.ts";

let host: HostPlace | undefined;
afterEach(async () => {
  await host?.remove();
  host = undefined;
});

const skill = (name: string, hermes = "", body = "Do it.") =>
  `---\nname: ${name}\ndescription: About ${name}.\n${hermes === "" ? "" : `metadata:\n  hermes:\n    ${hermes}\n`}---\n# ${name}\n\n${body}\n`;

test("the index offers what the tools at hand call for, and what stands in for those that are not", async () => {
  host = await hostPlace();
  await host.put("skills/own/by-web/SKILL.md", skill("by-web", "requires_toolsets: [web]"));
  await host.put("skills/own/by-hand/SKILL.md", skill("by-hand", "fallback_for_toolsets: [web]"));
  await host.put("skills/own/by-tool/SKILL.md", skill("by-tool", "requires_tools: [web_search]"));
  await host.put("skills/own/without-tool/SKILL.md", skill("without-tool", "fallback_for_tools: [web_search]"));
  const offered = async (toolsets: readonly string[]) => {
    await host?.reopen({ settings: { toolsets } });
    host?.server.push(reply("hello"));
    const prompt = (await host?.turn("hi")) ?? "";
    return ["by-web", "by-hand", "by-tool", "without-tool"].filter((name) => prompt.includes(`- ${name}: About`));
  };
  expect(await offered(["skills", "web"])).toEqual(["by-web", "by-tool"]);
  expect(await offered(["skills", "file"])).toEqual(["by-hand", "without-tool"]);
});

test("the journal of a conversation holds what was remembered and what was written, each taken back by its id", async () => {
  host = await hostPlace();
  const { server } = host;
  server.push(calls(call("memory", { action: "add", target: "memory", content: "The build needs 8 GB" })), reply("ok"));
  await host.turn("remember it");
  server.push(
    calls(call("skill_manage", { action: "create", name: "big-build", content: skill("big-build") })),
    reply("ok"),
  );
  await host.turn("write it down");
  server.push(
    calls(call("memory", { action: "replace", target: "memory", old_text: "8 GB", content: "The build needs 16 GB" })),
    reply("ok"),
  );
  await host.turn("it was 16");
  await host.command("/memory add Something I typed myself");

  const rows = (await host.command("/learned")).split("\n");
  expect(rows.map((row) => row.split(" | ")[3])).toEqual([
    "memory: replace memory: − The build needs 8 GB + The build needs 16 GB",
    expect.stringContaining("create 'big-build'"),
    "memory: add memory: + The build needs 8 GB",
  ]);
  expect((await host.command("/learned --since 1h")).split("\n")).toEqual(rows);
  const [replaced = "", created = "", added = ""] = rows.map((row) => row.split(" | ")[0]);

  expect(await host.command(`/learned undo ${added}`)).toContain("Take back the later change first");
  expect(await host.command(`/learned undo ${replaced}`)).toContain("as it was");
  expect(await host.command("/memory list")).toContain("8 GB");
  expect(await host.command(`/learned undo ${created}`)).toContain("archive");
  expect(await host.command("/skills list")).not.toContain("big-build");
  expect(await host.command(`/learned undo ${added}`)).toContain("as it was");
  expect(await host.command("/memory list")).not.toContain("GB");
  expect(await host.command("/memory list")).toContain("Something I typed myself");
  const after = (await host.command("/learned")).split("\n");
  expect(after.every((row) => row.includes("agent, undone"))).toBe(true);
});
