// What cannot be handed to a shell as one command is refused in words, before the system refuses it in a code.

import { EnvironmentFailure } from "../kernel/failure.ts";
import { withThousands } from "../kernel/text.ts";

/** Systems take 128 KiB for one argument; our own words around the command need a little of it. */
const MAX_BYTES = 120_000;

export function checkCommand(command: string): void {
  const bytes = Buffer.byteLength(command);
  if (bytes > MAX_BYTES)
    throw new EnvironmentFailure(
      "too-large",
      `The command has ${withThousands(bytes)} bytes; a shell takes ${withThousands(MAX_BYTES)} at once. Write long text with write_file and let the command use the file.`,
    );
  if (command.includes("\0")) throw new EnvironmentFailure("denied", "A command cannot hold a NUL character.");
}
