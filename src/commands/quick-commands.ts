// Commands a person defined in config.yaml: a shell command, or another name for a command with arguments.

import type { Command } from "../contracts/command.ts";
import { isRecord } from "../kernel/json.ts";
import { WORDS } from "./words.data.ts";

export interface QuickCommandPorts {
  /** `quick_commands:` as the settings file has it. */
  readonly definitions: Readonly<Record<string, unknown>>;
  commands(): readonly Command[];
  /** Runs where the agent works; output and exit code. */
  exec(command: string): Promise<{ readonly output: string; readonly code: number }>;
}

export function quickCommands(ports: QuickCommandPorts): readonly Command[] {
  return Object.entries(ports.definitions).flatMap(([name, raw]) => {
    if (!/^[a-z][\w-]*$/i.test(name) || !isRecord(raw)) return [];
    if (raw.type === "exec" && typeof raw.command === "string") return [shell(name.toLowerCase(), raw.command, ports)];
    if (raw.type === "alias" && typeof raw.target === "string") return [alias(name.toLowerCase(), raw.target, ports)];
    return [];
  });
}

const shell = (name: string, command: string, { exec }: QuickCommandPorts): Command => ({
  name,
  summary: WORDS.quick.runs(command),
  group: "control",
  whileBusy: true,
  async run() {
    const { output, code } = await exec(command);
    const words = output.trimEnd() === "" ? WORDS.quick.noOutput : output.trimEnd();
    return { type: "text", text: code === 0 ? words : WORDS.quick.exit(words, code) };
  },
});

const alias = (name: string, target: string, { commands }: QuickCommandPorts): Command => ({
  name,
  summary: WORDS.quick.shortFor(target),
  args: "[…]",
  group: "control",
  whileBusy: true,
  async run(args, session) {
    const [head = "", ...rest] = target.replace(/^\//, "").split(/\s+/);
    const found = commands().find((one) => one.name === head || one.aliases?.includes(head));
    // An alias of an alias could go round in circles.
    if (found === undefined || found.summary.startsWith("short for "))
      return { type: "text", text: WORDS.quick.targetMissing(name, target, head) };
    return found.run([...rest, args].filter((word) => word !== "").join(" "), session);
  },
});
