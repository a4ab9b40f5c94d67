// Skills as a conversation meets them, through the whole host.

import { afterEach, expect, test } from "vitest";
import { reply } from "../../src/testing/script.ts";
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
