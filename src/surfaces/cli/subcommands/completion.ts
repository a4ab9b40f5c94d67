// `hermes completion`: a script for the shell, made from the commands themselves.

import { Argument, type Command } from "commander";
import { commandTree } from "../command-tree.ts";
import { completionScript, SHELLS, type Shell } from "../completion-script.ts";
import { type SubcommandContext, withExamples } from "../subcommand.ts";

export function define(command: Command, context: SubcommandContext): void {
  command.addArgument(new Argument("<shell>", "which shell").choices([...SHELLS])).action(async (shell: Shell) => {
    context.io.out(completionScript(shell, await commandTree(context)));
  });
  withExamples(
    command,
    'bash: eval "$(hermes completion bash)"          in ~/.bashrc',
    'zsh:  eval "$(hermes completion zsh)"           in ~/.zshrc',
    "fish: hermes completion fish > ~/.config/fish/completions/hermes.fish",
  );
}
