// Commands act on the owner's home: in a guest's session only those that act for the guest do anything.

import type { Command } from "../contracts/command.ts";
import { WORDS } from "./words.data.ts";

export function ownersOnly(command: Command): Command {
  if (command.forGuests === true) return command;
  const { complete } = command;
  return {
    ...command,
    run: async (args, session) =>
      session.principal.type === "owner"
        ? command.run(args, session)
        : { type: "text", text: WORDS.ownersOnly.onlyOwner(command.name) },
    ...(complete === undefined
      ? {}
      : {
          complete: async (typed, session) =>
            session.principal.type === "owner" ? complete.call(command, typed, session) : [],
        }),
  };
}
