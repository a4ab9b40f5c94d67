// Scripts for the shells. They know nothing themselves: at each Tab they ask `hermes completion <shell> --line` what could come
// next, so what they offer is always what is there. A line is a value, a tab, and what it means; `FILES` alone stands for files.

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export const FILES = "<files>";

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash ends words at `:` and `=`, too, and replaces only what comes after; what stands before is cut off the answers.
  bash: `# bash completion for hermes
_hermes() {
  local line="\${COMP_LINE:0:COMP_POINT}" cut="" word found
  word="\${line##*[[:space:]]}"
  [[ "$word" == *[:=]* ]] && cut="\${word%"\${word##*[:=]}"}"
  found="$(hermes completion bash --line "$line" 2>/dev/null | cut -f 1)"
  COMPREPLY=()
  if [ "$found" = "${FILES}" ]; then
    compopt -o default 2>/dev/null
    return
  fi
  while IFS= read -r word; do
    [ -n "$word" ] && COMPREPLY+=("\${word#"$cut"}")
  done <<< "$found"
  [ "\${COMPREPLY[0]-}" != "\${COMPREPLY[0]#* }" ] && [ \${#COMPREPLY[@]} -eq 1 ] &&
    COMPREPLY=("$(printf '%q' "\${COMPREPLY[0]}")")
  return 0
}
complete -F _hermes hermes
`,
  zsh: `#compdef hermes
_hermes() {
  local -a found described
  local one value
  found=("\${(@f)$(hermes completion zsh --line "\${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)}")
  if [[ "$found[1]" == "${FILES}" ]]; then
    _files
    return
  fi
  for one in $found; do
    [[ -n "$one" ]] || continue
    value="\${one%%$'\\t'*}"
    described+=("\${value//:/\\\\:}:\${one#*$'\\t'}")
  done
  _describe -V 'hermes' described
}
if [ "$funcstack[1]" = "_hermes" ]; then _hermes "$@"; else compdef _hermes hermes; fi
`,
  fish: `# fish completion for hermes
function __hermes_complete
  set -l found (hermes completion fish --line (commandline -cp | string collect) 2>/dev/null)
  if test "$found[1]" = "${FILES}"
    __fish_complete_path (commandline -ct)
  else
    string join -- \\n $found
  end
end
complete -c hermes -f -k -a '(__hermes_complete)'
`,
};
