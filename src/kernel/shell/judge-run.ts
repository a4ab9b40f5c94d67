// Commands that run other commands or code: wrappers, shells, interpreters, eval, source.

import { inspectCode } from "./code.ts";
import { actsOf } from "./code-acts.ts";
import { type Feed, NO_FEED, UNKNOWN_FEED } from "./findings.ts";
import { INTERPRETERS, type Interpreter, type Wrapper } from "./interpreters.data.ts";
import { endOfOptions } from "./judge-find.ts";
import { names, readOptions } from "./options.ts";
import { placeOf } from "./paths.ts";
import { type Arg, assign, exactArg, HOLE, hasHole } from "./scope.ts";
import { ask, deny, directoryOf, pathOf, readPath, shown, type Trial, writePath } from "./trial.ts";

const READ_VALUED = names("a d i n N p t u");
const SHELL_FILE_VALUED = names("o O rcfile init-file");
const PRIVILEGE = names("sudo doas pkexec run0 gosu su-exec setpriv");

/** A command that only prepares another: judged as that other one, plus what the wrapper itself adds. */
export function wrapperRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed, wrapper: Wrapper): Feed {
  let start = endOfOptions(args, wrapper.valued);
  const own = readOptions(args.slice(0, start), wrapper.valued);
  if (program === "sshpass") ask(trial, "remote", "sshpass logs in with a password from the command line", program);
  if (PRIVILEGE.has(program)) privilege(trial, program, own.has("S", "stdin"), args[start]);
  if (program === "command" && own.has("v", "V"))
    return { type: "text", text: args.at(-1)?.text ?? "", decoded: false };
  if (/^(strace|ltrace)$/.test(program)) {
    const log = own.value("o");
    if (log !== undefined) writePath(trial, log, program);
    if (own.has("p")) ask(trial, "capture", `${program} watches another process`, program);
  }
  if (program === "env" && own.has("S", "split-string"))
    return trial.script(own.value("S", "split-string")?.text ?? "", feed);
  if (program === "flock" && own.has("c", "command")) return trial.script(own.value("c", "command")?.text ?? "", feed);
  while (start < args.length && /^[A-Za-z_]\w*=/.test(args[start]?.text ?? "")) {
    const text = args[start]?.text ?? "";
    loadsCode(trial, text.slice(0, text.indexOf("=")));
    start++;
  }
  const rest = args.slice(start + wrapper.skip);
  if (rest.length === 0) {
    if (program === "env") return UNKNOWN_FEED;
    if (program === "exec" || program === "nohup") return NO_FEED;
    return UNKNOWN_FEED;
  }
  const applet = program === "busybox" || program === "toybox";
  if (applet && /^(a?sh|hush|bash)$/.test(rest[0]?.text ?? ""))
    ask(trial, "obfuscated", `${program} starts a shell under another name`, program);
  return trial.run(rest, feed);
}

function privilege(trial: Trial, program: string, fromStdin: boolean, command: Arg | undefined): void {
  if (fromStdin && program === "sudo")
    deny(trial, "guarded", "sudo -S feeds a password from the command line; nobody configured one");
  else
    ask(
      trial,
      "privilege",
      `${program} runs with another user's rights`,
      `${program} ${command === undefined ? "" : shown(command)}`.trim(),
    );
}

const HIDDEN_LOADS =
  /^(LD_(PRELOAD|AUDIT|LIBRARY_PATH)|DYLD_(INSERT_LIBRARIES|LIBRARY_PATH|FRAMEWORK_PATH)|PROMPT_COMMAND|BASH_ENV|ENV|PYTHONSTARTUP|PYTHONPATH_HOOK|PERL5OPT|PERL5DB|RUBYOPT|NODE_OPTIONS|GIT_SSH(_COMMAND)?|GIT_(EXTERNAL_DIFF|PROXY_COMMAND|ASKPASS|PAGER|EDITOR|SEQUENCE_EDITOR)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|SHELLOPTS|BASHOPTS|PS4|SUDO_ASKPASS|SSH_ASKPASS|LESSOPEN|LESSCLOSE|MANPAGER|BROWSER|http_proxy|https_proxy|all_proxy|HTTP_PROXY|HTTPS_PROXY|ALL_PROXY)$/;

/** Variables that make other programs load code, talk to somebody else, or stop recording. */
export function loadsCode(trial: Trial, name: string, value = ""): void {
  if (name === "PATH" && /(^|:)(\.|\/tmp|\/var\/tmp|\/dev\/shm)/.test(value))
    ask(trial, "hidden-load", "PATH is made to find programs in a place anybody can write to", name);
  if (HIDDEN_LOADS.test(name))
    ask(trial, "hidden-load", `setting ${name} makes other programs load or obey something else`, name);
  else if (/^HIST(FILE|SIZE|FILESIZE|CONTROL|IGNORE)$/.test(name))
    ask(trial, "history-loss", `setting ${name} hides commands from the shell history`, name);
}

const SHELL_VALUED = names("c o O rcfile init-file");

export function shellRule(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, SHELL_FILE_VALUED);
  if (options.has("version", "help")) return UNKNOWN_FEED;
  trial.reach.read = false;
  if (options.has("c") || /^-[a-z]*c$/.test(args[0]?.text ?? "")) return shellText(trial, program, args, feed);
  const script = options.operands[0];
  if (script !== undefined && !options.has("s")) {
    if (options.has("n", "noexec")) return UNKNOWN_FEED;
    return runsFile(trial, program, script);
  }
  return fedShell(trial, program, feed);
}

/** `-c` may be bundled (`-lc`); the text is the first word after the options. */
function shellText(trial: Trial, program: string, args: readonly Arg[], feed: Feed): Feed {
  let index = 0;
  while (index < args.length && /^[-+]./.test(args[index]?.text ?? ""))
    index += SHELL_VALUED.has((args[index]?.text ?? "").slice(1)) && !/c$/.test(args[index]?.text ?? "") ? 2 : 1;
  const text = args[index];
  if (text === undefined) return NO_FEED;
  if ((text.text.includes(HOLE) && !text.found) || (text.unset === true && text.text.trim() === ""))
    ask(trial, "unresolved", `${program} -c is given text that is only known when it runs: ${shown(text)}`);
  const [zeroth, ...parameters] = args.slice(index + 1);
  if (zeroth !== undefined) trial.scope.variables.set("0", zeroth);
  return trial.script(text.text, feed, parameters);
}

/** A shell reading its program from a pipe, a here-document or a here-string. */
function fedShell(trial: Trial, program: string, feed: Feed): Feed {
  switch (feed.type) {
    case "none":
      return UNKNOWN_FEED;
    case "text":
      if (feed.shown !== true)
        ask(
          trial,
          feed.decoded ? "obfuscated" : "feeds-interpreter",
          `${program} runs text that was ${feed.decoded ? "decoded" : "printed"} into it`,
        );
      return trial.script(feed.text, NO_FEED);
    case "download":
      ask(trial, "feeds-interpreter", `${program} runs something straight from the network`);
      return UNKNOWN_FEED;
    case "decoded":
      ask(trial, "obfuscated", `${program} runs text that is decoded on the way`);
      return UNKNOWN_FEED;
    default:
      ask(trial, "feeds-interpreter", `${program} runs whatever another command prints`);
      return UNKNOWN_FEED;
  }
}

/** Well-known names of scripts that collect credentials or look for holes. */
const ATTACK_TOOL =
  /\/(lazagne|mimipenguin|mimikatz|linpeas|linenum|lse|pspy|linux-exploit-suggester|unix-privesc-check|keylogger|empyre|empire|responder|secretsdump|psexec|pupy|merlin|sliver|chisel|ligolo|autosuid)[\w.-]*$/i;

/** What scripts that travel with other things are mostly written in. */
const OFTEN_CARRIED = /^(sh|bash|python[\d.]*|perl|ruby|php)$/;
/** Where a project keeps the programs it builds or installs for itself. */
const BUILT =
  /^(\.?bin|build|cmake-build[\w-]*|dist|target|out|output|_build|\.build|bazel-\w+|result|packages|crates|apps|\.?venv|env|node_modules|vendor|third_party|tools?|scripts?|hack|ci)\//;
/** A program that lies this many folders down is hardly what somebody calls by its path every day. */
const FAR_DOWN = 3;

/** A script file given to an interpreter, or sourced. */
export function runsFile(trial: Trial, program: string, script: Arg): Feed {
  const path = pathOf(trial, script);
  if (path === undefined)
    ask(trial, "unresolved", `${program} runs a file that is not known before it runs (${shown(script)})`);
  else if (path.startsWith("/dev/")) ask(trial, "feeds-interpreter", `${program} runs whatever another command prints`);
  else {
    const place = placeOf(path, trial.places);
    trial.touches.add(path);
    if (trial.scope.written.has(path))
      ask(
        trial,
        "runs-script",
        `${program} runs ${shown(script)}, which this very command wrote`,
        `just written ${path}`,
      );
    else if (ATTACK_TOOL.test(path))
      ask(trial, "scan", `${program} runs ${shown(script)}, a tool for breaking in`, path);
    else if (place === "workspace") {
      trial.scripts.set(path, program);
      // Deeper down may lie what came with something else: whoever can read it decides, whoever cannot asks.
      if (mayBeCarried(trial, program, path))
        ask(trial, "runs-script", `${program} runs the script ${shown(script)}`, path);
    } else if (place === "system" && /^\/(usr|bin|sbin|opt)\//.test(path))
      ask(trial, "runs-script", `${program} runs the script ${path}`, path);
    else ask(trial, "runs-outside", `${program} runs ${path}, which is outside the workspace`, path);
  }
  trial.reach.read = false;
  return UNKNOWN_FEED;
}

/** It may have come with something else that was fetched. */
function mayBeCarried({ places }: Trial, program: string, path: string): boolean {
  if (directoryOf(path) === places.workspace) return false;
  if (OFTEN_CARRIED.test(program)) return true;
  const inside = path.slice(places.workspace.length + 1);
  return program === "the shell" && inside.split("/").length > FAR_DOWN && !BUILT.test(inside);
}

export function interpreterRule(
  trial: Trial,
  program: string,
  args: readonly Arg[],
  feed: Feed,
  interpreter: Interpreter,
): Feed {
  const options = readOptions(args, interpreter.valued);
  if (options.has("version", "help", "V") && options.operands.length === 0) return UNKNOWN_FEED;
  trial.reach.read = false;
  const code = options.values(...interpreter.code);
  if (code.length > 0) {
    for (const each of code) inlineCode(trial, program, each, interpreter);
    if (options.has("i") && /^(perl|ruby)$/.test(interpreter.language))
      for (const file of options.operands) writePath(trial, file, program);
    else for (const file of options.operands) readPath(trial, file, program);
    return UNKNOWN_FEED;
  }
  if (interpreter.language === "python" && options.has("m"))
    return moduleRule(trial, program, options.value("m"), args);
  if (/^(gdb|lldb)$/.test(program) && options.has("p", "pid", "attach-pid"))
    ask(trial, "capture", `${program} takes over another process`, program);
  if (interpreter.language === "php" && options.has("S"))
    ask(trial, "remote", "php -S serves files to the network", "php -S");
  const script = options.operands[0];
  if (program === "osascript" && script !== undefined)
    ask(trial, "inline-code", "osascript controls other programs", program);
  if (script !== undefined && script.text !== "-") {
    if (options.has("c", "check", "l", "syntax-check") && /^(ruby|perl|node|php)$/.test(interpreter.language))
      return UNKNOWN_FEED;
    if (!interpreter.runs) readPath(trial, script, program);
    else runsFile(trial, program, script);
    return UNKNOWN_FEED;
  }
  if (feed.type !== "none" && interpreter.stdin) {
    if (feed.type === "text") inlineCode(trial, program, exactArg(feed.text), interpreter);
    if (feed.type !== "text" || feed.shown !== true)
      ask(
        trial,
        feed.type === "decoded" ? "obfuscated" : "feeds-interpreter",
        `${program} runs whatever is piped into it`,
      );
  }
  return UNKNOWN_FEED;
}

function inlineCode(trial: Trial, program: string, code: Arg, interpreter: Interpreter): void {
  const why = inspectCode(interpreter.language, code.text);
  if (why !== undefined) ask(trial, "inline-code", `${program} runs inline code that ${why}`);
  else if (code.dynamic) ask(trial, "unresolved", `${program} runs inline code that is put together while it runs`);
  const { commands, hidden } = actsOf(interpreter.language, code.text);
  if (hidden) ask(trial, "obfuscated", `${program} runs text that its inline code decodes or fetches`);
  // What it does to files and shells is judged like the command that does the same.
  for (const command of commands) trial.script(command, NO_FEED);
}

const SERVING =
  /^(http\.server|SimpleHTTPServer|smtpd|aiosmtpd|pyftpdlib|idlelib|code|antigravity|xmlrpc\.server|runpy|cgi|pip\._internal)$/;

function moduleRule(trial: Trial, program: string, module: Arg | undefined, args: readonly Arg[]): Feed {
  const name = module?.text ?? "";
  const local = args.some((arg) => /^(127\.|localhost|::1)/.test(arg.text));
  if (SERVING.test(name) && !local)
    ask(trial, "remote", `${program} -m ${name} serves or runs more than project code`, `${program} -m ${name}`);
  if (name === "venv" || name === "virtualenv") {
    const target = args.at(-1);
    if (target !== undefined) writePath(trial, target, program);
  }
  const file = `${trial.scope.cwd}/${name.replaceAll(".", "/")}`;
  // What lies here goes before what is installed under the same name.
  if (/^\w[\w.]*$/.test(name) && placeOf(file, trial.places) === "workspace")
    for (const ending of [".py", "/__main__.py"]) trial.scripts.set(file + ending, program);
  return UNKNOWN_FEED;
}

/** eval: its arguments joined are shell text. */
export function evalRule(trial: Trial, args: readonly Arg[]): Feed {
  const text = args.map((arg) => arg.text).join(" ");
  if (args.some((arg) => arg.dynamic || arg.unset === true || hasHole(arg.text)))
    ask(trial, "obfuscated", `eval runs text that is only known when it runs: ${shown(exactArg(text))}`);
  return trial.script(text, NO_FEED);
}

/** Where `read` puts a line of a listing, and what `cd` does to everything after it. */
export function readBuiltin(trial: Trial, args: readonly Arg[], feed: Feed): Feed {
  const options = readOptions(args, READ_VALUED);
  const root = feed.type === "listing" ? feed.roots[0] : undefined;
  const line = feed.type === "text" && !feed.decoded ? feed.text.trim() : "";
  const [only] = options.operands;
  if (only !== undefined && options.operands.length === 1 && line !== "" && !line.includes("\n")) {
    assign(trial.scope, only.text, exactArg(line), false);
    return NO_FEED;
  }
  const value: Arg = {
    text: root === undefined ? HOLE : `${root}/${HOLE}`,
    exact: false,
    glob: true,
    dynamic: feed.type !== "none",
  };
  for (const name of options.operands) assign(trial.scope, name.text, value, false);
  return NO_FEED;
}

export function isInterpreter(program: string): Interpreter | undefined {
  return INTERPRETERS.get(program) ?? INTERPRETERS.get(program.replace(/[\d.]+$/, ""));
}
