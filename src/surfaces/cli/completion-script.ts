// Shell completion from the command tree: words of each command, nothing that has to be asked for while typing.

import type { CommandNode } from "./command-tree.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, root: CommandNode): string {
  switch (shell) {
    case "bash":
      return bash(root);
    case "zsh":
      return zsh(root);
    case "fish":
      return fish(root);
  }
}

const names = (node: CommandNode): readonly string[] => node.verbs.flatMap((verb) => [verb.name, ...verb.aliases]);
const flagsOf = (node: CommandNode): readonly string[] =>
  [...node.flags.flatMap((flag) => [flag.long, flag.short]), "--help"].filter((word) => word !== "");

/** `path` is the words typed so far: "", "sessions", "sessions export". */
function cases(root: CommandNode): readonly { readonly path: string; readonly words: readonly string[] }[] {
  const below = (node: CommandNode, path: string): ReturnType<typeof cases> => [
    { path, words: [...names(node), ...flagsOf(node)] },
    ...node.verbs.flatMap((verb) =>
      [verb.name, ...verb.aliases].flatMap((name) => below(verb, path === "" ? name : `${path} ${name}`)),
    ),
  ];
  return below(root, "");
}

function bash(root: CommandNode): string {
  const arms = cases(root).map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  return `# bash completion for hermes
_hermes() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    case "$path" in
${arms.map((arm) => `  ${arm}`).join("\n")}
    esac
    [ -n "$words" ] || [ -z "$path" ] && break
    case "$path" in *" "*) path="\${path% *}" ;; *) path="" ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _hermes hermes
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(root: CommandNode): string {
  const described = (node: CommandNode) =>
    [
      ...node.verbs.map((verb) => `${verb.name.replaceAll(":", "\\:")}:${verb.summary}`),
      ...node.flags.map((flag) => `${flag.long || flag.short}:${flag.summary}`),
    ].map(quoted);
  const arms = (node: CommandNode, path: string): readonly string[] => [
    `    ${quoted(path)}) words=(${described(node).join(" ")}) ;;`,
    ...node.verbs.flatMap((verb) =>
      [verb.name, ...verb.aliases].flatMap((name) => arms(verb, path === "" ? name : `${path} ${name}`)),
    ),
  ];
  return `#compdef hermes
_hermes() {
  local -a words_typed words
  local part joined
  words_typed=(\${\${(@)words[2,CURRENT-1]}:#-*})
  joined="\${(j: :)words_typed}"
  words=()
  while true; do
    case "$joined" in
${arms(root, "")
  .map((arm) => `  ${arm}`)
  .join("\n")}
    esac
    if (( \${#words} )) || [[ -z "$joined" ]]; then break; fi
    if [[ "$joined" == *" "* ]]; then joined="\${joined% *}"; else joined=""; fi
  done
  _describe 'hermes' words || _files
}
compdef _hermes hermes
`;
}

function fish(root: CommandNode): string {
  const lines = ["# fish completion for hermes"];
  const top = names(root).join(" ");
  const add = (condition: string, node: CommandNode) => {
    for (const verb of node.verbs)
      lines.push(`complete -c hermes -f -n ${quoted(condition)} -a ${verb.name} -d ${quoted(verb.summary)}`);
    for (const flag of node.flags)
      lines.push(
        `complete -c hermes -n ${quoted(condition)}${flag.long === "" ? "" : ` -l ${flag.long.slice(2)}`}${flag.short === "" ? "" : ` -s ${flag.short.slice(1)}`} -d ${quoted(flag.summary)}`,
      );
  };
  add(`not __fish_seen_subcommand_from ${top}`, root);
  for (const command of root.verbs) {
    const verbs = names(command).join(" ");
    const here = `__fish_seen_subcommand_from ${command.name}`;
    add(verbs === "" ? here : `${here}; and not __fish_seen_subcommand_from ${verbs}`, command);
    for (const verb of command.verbs) add(`${here}; and __fish_seen_subcommand_from ${verb.name}`, verb);
  }
  return `${lines.join("\n")}\n`;
}
