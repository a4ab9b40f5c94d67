// Programs that run code: which options hold it, which language it is, and which only wrap another command.

import type { Language } from "./code.ts";
import { names } from "./options.ts";

export interface Interpreter {
  readonly language: Language;
  /** Options whose value is code. */
  readonly code: ReadonlySet<string>;
  /** All options that take a value, those with code included. */
  readonly valued: ReadonlySet<string>;
  /** False for compilers, debuggers and editors: a file named on their command line is not run by that. */
  readonly runs: boolean;
  /** Reads a program from standard input when no script is named. */
  readonly stdin: boolean;
}

const reads = (language: Language, code: string, others: string): Interpreter => ({
  language,
  code: names(code),
  valued: names(`${code} ${others}`),
  stdin: true,
  runs: true,
});

const PYTHON = reads("python", "c", "m W X Q check-hash-based-pycs");
const NODE = reads(
  "node",
  "e eval p print pe",
  "r require import loader experimental-loader C conditions env-file input-type",
);
/** Languages nobody here can read; without `stdin` it is a tool that merely accepts code. */
const OTHER = (code: string, stdin = true): Interpreter => ({
  language: "other",
  code: names(code),
  valued: names(code),
  stdin,
  runs: stdin,
});

export const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ["python", PYTHON],
  ["pypy", PYTHON],
  ["ipython", PYTHON],
  ["jython", PYTHON],
  ["micropython", PYTHON],
  ["perl", reads("perl", "e E", "I M m x")],
  ["ruby", reads("ruby", "e", "I r C E encoding")],
  ["jruby", reads("ruby", "e", "I r C E")],
  ["node", NODE],
  ["nodejs", NODE],
  ["ts-node", NODE],
  ["tsx", NODE],
  ["bun", NODE],
  ["php", reads("php", "r B R E", "d c z S t")],
  ["lua", reads("lua", "e", "l")],
  ["luajit", reads("lua", "e", "l j O b")],
  ["osascript", OTHER("e")],
  ["tclsh", OTHER("c")],
  ["wish", OTHER("c")],
  ["expect", OTHER("c")],
  ["Rscript", OTHER("e")],
  ["R", OTHER("e", false)],
  ["julia", OTHER("e eval E print")],
  ["groovy", OTHER("e")],
  ["scala", OTHER("e")],
  ["elixir", OTHER("e eval")],
  ["erl", OTHER("eval", false)],
  ["pwsh", OTHER("c Command command EncodedCommand e ec")],
  ["powershell", OTHER("c Command command EncodedCommand e ec")],
  ["guile", OTHER("c")],
  ["racket", OTHER("e eval")],
  ["sbcl", OTHER("eval")],
  ["clisp", OTHER("x")],
  ["ghc", OTHER("e", false)],
  ["runhaskell", OTHER("e")],
  ["octave", OTHER("eval")],
  ["gdb", OTHER("ex eval-command", false)],
  ["lldb", OTHER("o one-line", false)],
  ["irb", OTHER("e")],
  ["cpan", OTHER("", true)],
  ["crystal", OTHER("eval", false)],
  ["coffee", OTHER("e")],
  ["babashka", OTHER("e")],
  ["bb", OTHER("e", false)],
  ["emacs", OTHER("eval execute", false)],
  ["rakudo", OTHER("e")],
  ["raku", OTHER("e")],
  ["nu", OTHER("c commands", false)],
  ["xonsh", OTHER("c")],
  ["dash-python", PYTHON],
]);

export const SHELLS: ReadonlySet<string> = names(
  "sh bash dash zsh ksh ksh93 mksh ash fish csh tcsh rbash yash osh elvish hush bash5 bash.exe",
);

/** Subcommands of tools that run a script or a program of the caller's choosing. */
export const RUNS_SCRIPT: ReadonlyMap<string, RegExp> = new Map([
  ["go", /^run /],
  ["deno", /^(run|eval|serve) /],
  ["bun", /^(run )?\S+\.[jt]sx?$/],
  ["swift", /^\S+\.swift/],
]);

/** Wrappers: options that take a value, and how many operands come before the command. */
export interface Wrapper {
  readonly valued: ReadonlySet<string>;
  readonly skip: number;
}

const wrapper = (valued = "", skip = 0): Wrapper => ({ valued: names(valued), skip });

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    "sudo",
    wrapper(
      "u user g group h host p prompt C close-from T command-timeout U other-user r role t type D chdir R chroot",
    ),
  ],
  ["doas", wrapper("u C a")],
  ["pkexec", wrapper("user")],
  ["run0", wrapper("u user g group unit property description slice nice D chdir setenv background")],
  ["gosu", wrapper("", 1)],
  ["su-exec", wrapper("", 1)],
  ["env", wrapper("u unset C chdir S split-string")],
  ["nohup", wrapper()],
  ["nice", wrapper("n adjustment")],
  ["ionice", wrapper("c class n classdata")],
  ["chrt", wrapper("T P D", 1)],
  ["taskset", wrapper("", 1)],
  ["time", wrapper("f format o output")],
  ["gtime", wrapper("f format o output")],
  ["timeout", wrapper("s signal k kill-after", 1)],
  ["gtimeout", wrapper("s signal k kill-after", 1)],
  ["stdbuf", wrapper("i input o output e error")],
  ["unbuffer", wrapper()],
  ["setsid", wrapper()],
  ["setarch", wrapper("", 1)],
  ["builtin", wrapper()],
  ["exec", wrapper("a")],
  ["command", wrapper()],
  ["noglob", wrapper()],
  ["nocorrect", wrapper()],
  ["strace", wrapper("o e p s P E u a I O S X")],
  ["ltrace", wrapper("o e p s n u a F l x")],
  ["dtruss", wrapper("p n")],
  ["xvfb-run", wrapper("n server-num s server-args e error-file w wait")],
  ["dbus-run-session", wrapper("config-file")],
  ["dbus-launch", wrapper()],
  ["caffeinate", wrapper("t w")],
  ["proxychains", wrapper("f")],
  ["proxychains4", wrapper("f")],
  ["torsocks", wrapper("u p P a")],
  ["torify", wrapper()],
  ["fakeroot", wrapper("l s i u f b")],
  ["numactl", wrapper("m membind N cpunodebind C physcpubind i interleave p preferred")],
  ["cgexec", wrapper("g")],
  ["entr", wrapper("x")],
  ["chronic", wrapper()],
  ["pseudo", wrapper()],
  ["aspell-run", wrapper()],
  ["catchsegv", wrapper()],
  ["rlwrap", wrapper("f a b H s P m C")],
  ["sshpass", wrapper("p f d P")],
  ["flock", wrapper("w timeout wait E conflict-exit-code c command", 1)],
  ["prlimit", wrapper("p pid")],
  ["coproc", wrapper()],
  ["then", wrapper()],
  ["do", wrapper()],
  ["setpriv", wrapper("reuid regid groups inh-caps ambient-caps bounding-set")],
  ["busybox", wrapper()],
  ["toybox", wrapper()],
  ["winpty", wrapper()],
  ["with-contenv", wrapper()],
  ["systemd-inhibit", wrapper("what who why mode")],
  ["firejail", wrapper()],
]);
