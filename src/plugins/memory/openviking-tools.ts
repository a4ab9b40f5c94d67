// Browsing and filling OpenViking by hand.

import type { Tool } from "../../contracts/tool.ts";
import type { Principal } from "../../kernel/principal.ts";
import { takeChars } from "../../kernel/text.ts";
import { ApiFailure } from "./api-failure.ts";
import { hitsIn, type Viking } from "./openviking-api.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import { listOf, textField } from "./shapes.ts";
import { numberOf, textOf } from "./tool-input.ts";

const LEVELS = { abstract: 1_200, overview: 4_000, full: 8_000 } as const;
const CATEGORIES = ["preferences", "entities", "events", "cases", "patterns"];
const LISTED = 50;

export function vikingTools(viking: Viking): readonly Tool[] {
  const checked = (principal: Principal, uri: string): string => {
    if (!viking.mayTouch(principal, uri)) throw new ApiFailure("refused", `${uri} is not yours to look at.`);
    return uri;
  };
  return [
    providerTool({
      name: "viking_search",
      description: "Search memories, resources and skills in OpenViking by meaning.",
      effect: "read",
      fields: {
        query: { type: "string", description: "What to look for.", required: true },
        mode: { type: "string", description: "fast or deep.", enum: ["fast", "deep"] },
        target_uri: { type: "string", description: "Only below this viking:// address." },
        top_k: { type: "integer", description: "How many.", max: 50 },
      },
      async run(input, { principal, signal }) {
        const uri = textOf(input, "target_uri");
        const mode = textOf(input, "mode");
        // Deep is the search that thinks about the question first.
        const found = await viking.call(principal, "POST", `/api/v1/search/${mode === "deep" ? "search" : "find"}`, {
          body: {
            query: textOf(input, "query"),
            limit: numberOf(input, "top_k", 10),
            ...(uri === "" ? {} : { target_uri: checked(principal, uri) }),
          },
          signal,
        });
        return asLines(hitsIn(found).map(({ uri: at, text }) => `${at} ${text}`));
      },
    }),
    providerTool({
      name: "viking_read",
      description: "Read a viking:// address: its abstract, its overview or all of it.",
      effect: "read",
      fields: {
        uri: { type: "string", description: "A viking:// address.", required: true },
        level: { type: "string", description: "abstract, overview or full.", enum: Object.keys(LEVELS) },
      },
      async run(input, { principal, signal }) {
        const level = (textOf(input, "level") || "overview") as keyof typeof LEVELS;
        const path = `/api/v1/content/${level === "full" ? "read" : level}`;
        const answer = await viking.call(principal, "GET", path, {
          query: { uri: checked(principal, textOf(input, "uri")) },
          signal,
        });
        const text = typeof answer === "string" ? answer : textField(answer, "content", "text");
        return takeChars(text, LEVELS[level]) || "Nothing there.";
      },
    }),
    providerTool({
      name: "viking_browse",
      description: "List, show as a tree or describe what lies at a viking:// address.",
      effect: "read",
      fields: {
        action: { type: "string", description: "list, tree or stat.", enum: ["list", "tree", "stat"], required: true },
        uri: { type: "string", description: "A viking:// address; all resources when left out." },
      },
      async run(input, { principal, signal }) {
        const verb = { list: "ls", tree: "tree", stat: "stat" }[textOf(input, "action")] ?? "ls";
        const query = { uri: checked(principal, textOf(input, "uri") || "viking://resources/") };
        const answer = await viking.call(principal, "GET", `/api/v1/fs/${verb}`, { query, signal });
        if (verb !== "ls") return takeChars(typeof answer === "string" ? answer : JSON.stringify(answer), LEVELS.full);
        const items = listOf(answer, "entries", "items").slice(0, LISTED);
        return asLines(items.map((item) => (typeof item === "string" ? item : textField(item, "uri", "name"))));
      },
    }),
    providerTool({
      name: "viking_remember",
      description: "Store a memory in OpenViking.",
      effect: "write",
      fields: {
        content: { type: "string", description: "What to remember.", required: true },
        category: { type: "string", description: "What kind of memory.", enum: CATEGORIES },
      },
      async run(input, { principal, signal }) {
        const content = textOf(input, "content");
        const uri = viking.memoryUri(principal, textOf(input, "category") || "preferences", content);
        await viking.call(principal, "POST", "/api/v1/content/write", {
          body: { uri, content, mode: "replace" },
          signal,
        });
        return `Stored at ${uri}.`;
      },
    }),
    providerTool({
      name: "viking_add_resource",
      description: "Add a web page, repository or file of the workspace as a resource.",
      effect: "write",
      fields: {
        path: { type: "string", description: "An address, or a file.", required: true },
        reason: { type: "string", description: "Why it is worth keeping." },
        to: { type: "string", description: "The viking:// address to put it at." },
      },
      touches: (input) => (isAddress(textOf(input, "path")) ? [] : [textOf(input, "path")]),
      async run(input, { principal, env, signal }) {
        const path = textOf(input, "path");
        const more = {
          reason: textOf(input, "reason") || undefined,
          ...(textOf(input, "to") === "" ? {} : { to: checked(principal, textOf(input, "to")) }),
        };
        const source = isAddress(path)
          ? { path }
          : { temp_file_id: await upload(viking, principal, { name: path, bytes: await env.read(path) }, signal) };
        const answer = await viking.call(principal, "POST", "/api/v1/resources", {
          body: { ...source, ...more, wait: false },
          signal,
          timeoutMs: 60_000,
        });
        return `Added ${textField(answer, "root_uri", "uri") || path}.`;
      },
    }),
  ];
}

const isAddress = (path: string): boolean => /^[a-z]+:\/\//i.test(path);

async function upload(
  viking: Viking,
  principal: Parameters<Viking["call"]>[0],
  file: { readonly name: string; readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file.bytes)]), file.name.split(/[\\/]/).at(-1) ?? "file");
  return textField(
    await viking.call(principal, "POST", "/api/v1/resources/temp_upload", { form, signal }),
    "temp_file_id",
  );
}
