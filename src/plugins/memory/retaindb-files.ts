// Files kept in RetainDB beside the memories.

import type { Tool } from "../../contracts/tool.ts";
import type { Principal } from "../../kernel/principal.ts";
import { asLines, providerTool } from "./provider-tool.ts";
import type { Retain } from "./retaindb-api.ts";
import { textOf } from "./tool-input.ts";

const NONE = "There is no such file.";

export function retainFileTools(service: Retain, userOf: (principal: Principal) => string): readonly Tool[] {
  const id = { file_id: { type: "string", description: "The file's id.", required: true } } as const;
  return [
    providerTool({
      name: "retaindb_upload_file",
      description: "Upload a file of the workspace to RetainDB.",
      effect: "write",
      fields: { path: { type: "string", description: "The file.", required: true } },
      touches: (input) => [textOf(input, "path")],
      async run(input, { principal, env, signal }) {
        const path = textOf(input, "path");
        const name = path.split(/[\\/]/).at(-1) ?? "file";
        return `Uploaded as ${await service.upload(userOf(principal), { name, bytes: await env.read(path) }, signal)}.`;
      },
    }),
    providerTool({
      name: "retaindb_list_files",
      description: "The files kept in RetainDB.",
      effect: "read",
      fields: {},
      run: async (_input, { principal, signal }) =>
        asLines((await service.files(userOf(principal), signal)).map((file) => `${file.name} [${file.id}]`)),
    }),
    providerTool({
      name: "retaindb_read_file",
      description: "Read a file kept in RetainDB.",
      effect: "read",
      fields: id,
      run: async (input, { principal, signal }) =>
        (await service.readFile(userOf(principal), textOf(input, "file_id"), signal)) ?? NONE,
    }),
    providerTool({
      name: "retaindb_ingest_file",
      description: "Turn a file kept in RetainDB into memories.",
      effect: "write",
      fields: id,
      run: async (input, { principal, signal }) =>
        (await service.ingestFile(userOf(principal), textOf(input, "file_id"), signal)) ? "Ingested." : NONE,
    }),
    providerTool({
      name: "retaindb_delete_file",
      description: "Delete a file kept in RetainDB.",
      effect: "write",
      fields: id,
      run: async (input, { principal, signal }) =>
        (await service.deleteFile(userOf(principal), textOf(input, "file_id"), signal)) ? "Deleted." : NONE,
    }),
  ];
}
