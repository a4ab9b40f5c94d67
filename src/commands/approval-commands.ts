// /approvals: what was allowed for this task, for this session and for good, and taking it back.

import type { Command, Reply } from "../contracts/command.ts";
import { StoreFailure } from "../kernel/failure.ts";
import { WORDS } from "./words.data.ts";

export interface GivenPermission {
  readonly key: string;
  readonly scope: "task" | "session" | "always";
  /** Absent for those that hold everywhere. */
  readonly sessionId?: string;
}

export interface ApprovalCommandPorts {
  /** Throws StoreFailure when what was allowed for good cannot be read. */
  list(): Promise<readonly GivenPermission[]>;
  remove(key: string): Promise<boolean>;
}

export function approvalCommands(ports: ApprovalCommandPorts): readonly Command[] {
  return [
    {
      name: "approvals",
      summary: WORDS.approvals.summary,
      args: "[revoke <n> | revoke all]",
      group: "tools",
      whileBusy: true,
      async run(args, session) {
        try {
          const held = (await ports.list()).filter(
            ({ sessionId }) => sessionId === undefined || sessionId === session.id,
          );
          const [verb = "list", which = ""] = args.split(/\s+/).filter((word) => word !== "");
          if (verb === "list") return listing(held);
          const gone = verb === "revoke" ? chosen(held, which) : [];
          if (gone.length === 0) return { type: "text", text: WORDS.approvals.which };
          for (const { key } of gone) await ports.remove(key);
          return { type: "text", text: WORDS.approvals.takenBack(gone.map(({ key }) => key).join("\n")) };
        } catch (error) {
          if (error instanceof StoreFailure) return { type: "text", text: error.message };
          throw error;
        }
      },
    },
  ];
}

function listing(held: readonly GivenPermission[]): Reply {
  if (held.length === 0) return { type: "text", text: WORDS.approvals.nothing };
  return {
    type: "table",
    title: WORDS.approvals.title,
    columns: WORDS.approvals.columns,
    rows: held.map(({ key, scope }, index) => [String(index + 1), WORDS.approvals.scopes[scope], key]),
  };
}

function chosen(held: readonly GivenPermission[], which: string): readonly GivenPermission[] {
  if (which === "all") return held;
  const one = /^[1-9]\d*$/.test(which) ? held[Number(which) - 1] : undefined;
  return one === undefined ? [] : [one];
}
