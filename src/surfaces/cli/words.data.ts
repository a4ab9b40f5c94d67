// Every word that subcommands say, in one place, so that it can be said in another language.

import type { MemoryTarget } from "../../contracts/memory.ts";
import { counted } from "../../kernel/text.ts";
import type { SessionsAt } from "../../runtime/admin-health.ts";

export const WORDS = {
  flags: {
    json: "as JSON",
    yes: "do not ask",
  },
  approvals: {
    explain: {
      summary: "judge a command: allow, ask or deny, with the reasons; nothing is executed",
      args: { command: "the command, quoted" },
      flags: {
        stdin: 'JSONL in ({"command"}), JSONL out',
      },
      nameOne: 'Name a command: hermes approvals explain "rm -rf build".',
      because: (reason: string) => `because: ${reason}`,
      touches: (touches: string) => `touches: ${touches}`,
    },
    list: {
      summary: "what you allowed for good",
      nothing: "Nothing is allowed for good; what could do harm asks.",
      columns: ["#", "allowed", "since"],
    },
    revoke: {
      summary: "take one back, by its number or name; `all` for every one",
      unknown: (which: string) => `Nothing like "${which}" is allowed for good. See \`hermes approvals list\`.`,
      asksAgain: (key: string) => `${key} asks again.`,
    },
    examples: [
      "hermes approvals                    what you allowed for good",
      "hermes approvals revoke 1",
      'hermes approvals explain "rm -rf build"',
      'hermes approvals explain --json "curl -s https://example.org | sh"',
    ],
  },
  auth: {
    add: {
      summary: "add a key, or sign in where the provider offers it",
      flags: {
        type: "oauth or api-key; by default what the provider offers",
        apiKey: "the key; better on stdin, where the shell's history does not see it",
        stdin: "read the key from stdin",
        label: "a name for it",
        portalUrl: "sign in here instead",
        inferenceUrl: "send requests here instead",
        clientId: "client id for the sign-in",
        scope: "what to ask for",
        timeout: "how long to wait for the browser",
      },
      added: (provider: string, label: string, masked: string) => `${provider}: "${label}" (${masked}) is added.`,
      keyOnStdin: (provider: string) => `Give the key on stdin: hermes auth add ${provider} --stdin < file`,
      keyFor: (provider: string) => `Key for ${provider}`,
      timeoutTakes: "--timeout takes minutes, a number above 0.",
      openAndEnter: (url: string, userCode: string) => `Open ${url}\nand enter the code ${userCode}\nWaiting…`,
      refusedThere: "Signing in was refused in the browser.",
      notInTime: "The code was not entered in time.",
    },
    list: {
      summary: "what is kept, masked",
      nothing: "Nothing is kept. `hermes auth add <provider>` adds a key.",
      nothingFor: (provider: string) => `Nothing is kept for ${provider}. \`hermes auth add <provider>\` adds a key.`,
      columns: ["#", "name", "kind", "key", "state", "used"],
    },
    status: { summary: "what is kept for one provider; exit 1 when nothing usable is" },
    remove: {
      summary: "forget one, by number, id or name",
      removed: (provider: string, label: string, masked: string) => `${provider}: "${label}" (${masked}) is gone.`,
    },
    reset: {
      summary: "use again what was set aside after failures",
      nothing: "Nothing was set aside.",
      usable: (count: number) => `${count} usable again.`,
    },
    logout: {
      summary: "forget everything kept for a provider",
      nothing: "Nothing was kept.",
      forgotten: (count: number) => `${count} forgotten.`,
    },
    examples: [
      "hermes auth add openrouter                asks for the key",
      "pass show openrouter | hermes auth add openrouter --stdin",
      "hermes auth add nous                      signs in with a browser",
      "hermes auth list --json",
    ],
  },
  backup: {
    flags: {
      output: "where to write it; default in the home's backups",
      to: "the same",
      quiet: "say nothing",
    },
    noFolder: (folder: string) => `There is no folder ${folder}; make it first.`,
    isFolder: (folder: string) => `${folder} is a folder; name the file in it.`,
    done: (path: string, size: string) =>
      `${path} (${size}): all sessions. \`hermes profile export\` takes settings, memory and skills.`,
    examples: ["hermes backup", "hermes backup -o sessions.db"],
  },
  bundles: {
    create: {
      flags: {
        skill: "a skill in it; repeat",
        description: "the same as --description",
        instruction: "the same as --instruction",
      },
    },
    examples: [
      "hermes bundles create review -s code-review -s testing -d 'look at a change'",
      "hermes bundles show review",
    ],
  },
  checkpoints: {
    files: (count: number) => counted(count, "file"),
    more: (count: number) => `… and ${count} more`,
    status: {
      summary: "all projects, and the space they take",
      on: "On",
      off: "Off (checkpoints.enabled)",
      space: (used: string, most: string, store: string) => `${used} of at most ${most} in ${store}`,
      gone: (workdir: string) => `${workdir} (gone)`,
      columns: ["project", "checkpoints", "last"],
    },
    restore: {
      summary: "bring files back; saves what is there first, keeps new files",
      flags: { removeNew: "also remove files the checkpoint does not have" },
      broughtBack: (files: number) => `${counted(files, "file")} brought back`,
      removed: (count: number) => `${count} removed`,
      kept: (count: number) => `${count} new ones kept`,
      toTakeBack: (id: string, flag: string) => `To take this back: hermes checkpoints restore ${id}${flag}`,
    },
    list: {
      summary: "checkpoints of this directory's project",
      flags: { limit: "how many" },
      none: (workdir: string) =>
        `No checkpoints of ${workdir} yet. \`hermes --checkpoints\` takes them before files change.`,
      columns: ["#", "when", "before", "changed", "id"],
    },
    show: { summary: "one checkpoint: what it holds, what it left out" },
    diff: {
      summary: "from the checkpoint to the files as they are now",
      same: "Everything is as it was.",
    },
    prune: {
      summary: "remove what is too old or belongs to projects that are gone",
      removed: (checkpoints: number, projects: number, before: string, after: string) =>
        `${counted(checkpoints, "checkpoint")} and ${counted(projects, "project")} removed, ${before} → ${after}.`,
    },
    examples: [
      "hermes checkpoints                 of the project here, newest first",
      "hermes checkpoints diff 1          from the newest to now",
      "hermes checkpoints restore 1       bring changed and deleted files back",
      "hermes checkpoints list --json",
    ],
  },
  chooseModel: {
    looking: "Looking for models on this machine",
    localWithout: "on this machine, without a model yet",
    localWith: (models: string) => `on this machine: ${models}`,
    otherProvider: "Another provider",
    otherProviderHint: "with a key you paste",
    anyServer: "Any server",
    anyServerHint: "that speaks OpenAI's or Anthropic's language; you give the address",
    noModel: "No model yet",
    noModelHint: "the built-in offline model, to look around",
    whoAnswers: "Who should answer?",
    whichProvider: "Which provider?",
    ownMachine: "on your own machine",
    howIn: (provider: string) => `How do you get into ${provider}?`,
    signIn: "Sign in with a browser",
    pasteKey: "Paste a key",
    yourKey: (provider: string) => `Your key for ${provider} (kept in auth.json, readable by you only)`,
    openAndEnter: (url: string, userCode: string) => `Open ${url} and enter the code ${userCode}`,
    signInFailed: (outcome: string) => `Signing in did not work: it was ${outcome}.`,
    asking: (provider: string) => `Asking ${provider} for its models`,
    noModelsYet: (provider: string) => `${provider} answers and has no models yet; get one there first, or name one.`,
    modelId: "Model id?",
    whichModel: "Which model?",
    usualChoice: "usual choice",
    anotherTyped: "Another one, typed",
    address: "Address?",
    keyOrNone: "Key? (empty for none)",
  },
  completion: {
    args: { shell: "which shell" },
    flags: { line: "what is typed so far; says what could come next" },
    sayMore: "say more",
    answersNow: "answers now",
    offline: "the built-in offline model",
    logs: {
      agent: "everything",
      errors: "what went wrong",
      list: "the files there are",
    },
    examples: [
      'bash: eval "$(hermes completion bash)"          in ~/.bashrc',
      'zsh:  eval "$(hermes completion zsh)"           in ~/.zshrc, after compinit',
      "fish: hermes completion fish > ~/.config/fish/completions/hermes.fish",
    ],
  },
  config: {
    show: {
      summary: "show every setting that differs from its default",
      flags: { all: "show defaults, too" },
      allDefault: "Everything is at its default. `hermes config show --all` lists the defaults.",
    },
    get: {
      summary: "print one setting",
      unknown: (key: string) => `There is no setting "${key}". \`hermes config show --all\` lists them.`,
    },
    set: {
      summary: "change one setting; secrets go to .env",
      secretStored: (name: string, file: string) => `${name} is stored in ${file}.`,
    },
    unset: {
      summary: "put one setting back to its default",
      done: (path: string) => `${path} is back at its default.`,
      wasNotSet: (path: string) => `${path} was not set.`,
    },
    path: { summary: "print where config.yaml is" },
    envPath: { summary: "print where .env is" },
    edit: { summary: "open config.yaml in $EDITOR" },
    check: {
      summary: "report what is wrong in config.yaml; exit 1 when something is",
      fine: "config.yaml is fine.",
    },
    examples: [
      "hermes config set agent.max_turns 40",
      "hermes config set OPENROUTER_API_KEY sk-or-…     goes to .env",
      "hermes config show --all --json",
      "hermes config check",
    ],
  },
  context: {
    flags: { session: "of this session instead of a new one here" },
    tools: (tools: string) => `Tools: ${tools}`,
    prefix: (hash: string, caching: string) => `Prefix: ${hash} · caching: ${caching}`,
    cachingMarks: "marks set by Hermes",
    cachingPrefix: "automatic, served by a stable prefix",
    about: (used: string, window: string, share: number, messages: number) =>
      `Context: about ${used} of ${window} tokens (${share} %), ${messages} messages`,
    columns: ["tier", "layer", "tokens", "chars", "cached", "from"],
    trust: {
      summary: "load this file as it is now, without scanning; a changed file is scanned again",
      trusted: (path: string, hash: string) => `${path} is trusted as it is now (sha256 ${hash}…).`,
    },
    untrust: {
      summary: "scan this file again",
      scannedAgain: (path: string) => `${path} is scanned again from now on.`,
      notTrusted: (file: string) => `${file} is not trusted. See: hermes context trusted`,
    },
    trusted: {
      summary: "files that load without scanning",
      none: "No file is trusted.",
      states: {
        unchanged: "loads without scanning",
        changed: "has changed since, is scanned again",
        missing: "is not there",
      },
    },
    parts: {
      prompt: "prompt",
      tools: "tools",
      you: "you",
      hermes: "hermes",
      results: "results",
      late: "late",
    },
    examples: [
      "hermes context",
      "hermes context --session 20261115_2214 --json",
      "hermes context trust AGENTS.md",
      "hermes context untrust AGENTS.md",
    ],
  },
  curator: {
    replaceLibrary: (copy: string) => `Replace the library by ${copy}?`,
    newestCopy: "the newest copy",
    examples: [
      "hermes curator                 how things stand",
      "hermes curator run --dry-run   what it would do",
      "hermes curator pin my-skill    never archive it",
      "hermes curator rollback        back to the last copy",
    ],
  },
  debug: {
    flags: {
      lines: "how many lines of each log",
      output: "into this file instead",
    },
    nothing: "nothing",
    notWritten: (why: string) => `The report could not be written: ${why}`,
    written: (path: string) => `Written to ${path}. Keys are masked; read it before you give it away.`,
    program: "Program",
    environment: (environment: string, sandbox: string, approvals: string, sessions: SessionsAt) =>
      `commands: ${environment}, sandbox ${sandbox}; approvals ${approvals}; database ${sessions.type === "file" ? `${sessions.bytes} bytes` : sessions.place}`,
    key: (name: string, from: string) => `key: ${name} (${from})`,
    doctor: "Doctor",
    settings: "Settings that differ from their defaults",
    examples: ["hermes debug", "hermes debug -n 50 -o report.md", "hermes debug --json"],
  },
  demo: {
    flags: {
      noPause: "do not wait between the steps",
      keep: "keep the home and say where it is",
    },
    step: (number: number, all: number) => `${number} of ${all}`,
    opening: "A short tour. The built-in offline model answers, in a temporary home; nothing leaves this machine.",
    goOn: "Go on?",
    closing: "That was it. `hermes setup` connects a real model, `hermes` starts a conversation.",
    homeIs: (path: string) => `The home of the tour is ${path}.`,
    examples: ["hermes demo", "hermes demo --no-pause"],
  },
  doctor: {
    flags: {
      fix: "repair what can be repaired without losing anything",
      deep: "also read the whole database",
    },
    problems: (count: number) => `${counted(count, "problem")}.`,
    notes: (count: number) => `${counted(count, "note")}.`,
    fixed: (what: string) => `repaired: ${what}`,
    nothingBroken: "Nothing is broken.",
    repaired: (count: number) => `${count} repaired.`,
    fixable: (count: number) => `\`hermes doctor --fix\` repairs ${count}.`,
    examples: ["hermes doctor", "hermes doctor --fix", "hermes doctor --deep --json"],
  },
  editor: {
    notStarted: (editor: string, path: string) =>
      `The editor "${editor}" did not start. Set EDITOR, or edit ${path} yourself.`,
    ended: (editor: string, status: number | null) => `The editor "${editor}" ended with ${status}.`,
  },
  fallback: {
    list: {
      summary: "the chain, in the order it is tried",
      none: "No fallbacks. `hermes fallback add provider:model` adds one.",
      columns: ["#", "provider", "model", "address"],
    },
    add: {
      summary: "add one at the end: provider:model",
      flags: {
        at: "at this place instead",
        baseUrl: "address, for a server of your own",
        keyEnv: "variable that holds its key",
      },
      added: (name: string, place: number) => `${name} is tried at place ${place}.`,
    },
    remove: {
      summary: "take one out, by its number or as provider:model",
      removed: (name: string) => `${name} is out of the chain.`,
    },
    clear: {
      summary: "take all out",
      cleared: "No fallbacks any more.",
    },
    examples: ["hermes fallback add openrouter:openai/gpt-5.5", "hermes fallback remove 1", "hermes fallback --json"],
  },
  import: {
    args: { file: "a file made by `hermes backup` or `hermes sessions export`" },
    flags: {
      yes: "do not ask before a backup replaces what is there",
      force: "the same",
    },
    examples: ["hermes import sessions.jsonl", "hermes import backup.db -y"],
  },
  insights: {
    flags: {
      days: "how far back",
      source: "only sessions from there: cli, telegram, …",
    },
    lastDay: "The last day",
    lastDays: (days: number) => `The last ${days} days`,
    sessions: (count: number) => counted(count, "session"),
    messages: (count: number) => counted(count, "message"),
    toolCalls: (count: number) => counted(count, "tool call"),
    calls: (count: number) => counted(count, "call"),
    from: (sources: string) => `From: ${sources}`,
    most: (amount: string) => `most ${amount}`,
    none: (days: number) => `No sessions found in the last ${days} days.`,
    daysTakes: (given: string) => `--days takes a whole number from 1 to 3660, not "${given}".`,
    tokensIn: (tokens: string, cached: string) => `Tokens ${tokens} in (${cached} from cache)`,
    cost: (usd: string) => `cost ${usd}`,
    atWork: (time: string) => `at work ${time}`,
    byModel: "By model",
    in: (tokens: string) => `${tokens} in`,
    out: (tokens: string) => `${tokens} out`,
    byTool: "By tool",
    failed: (count: number) => `${count} failed`,
    topSessions: "Most used sessions",
    tokens: (tokens: string) => `${tokens} tokens`,
    more: (count: number) => `… and ${count} more (--json lists them)`,
    unpriced: (calls: number) => `plus ${counted(calls, "call")} without known price`,
    tokensByDay: {
      long: "Tokens by day",
      brief: "Tokens",
    },
    costByDay: {
      long: "Cost by day",
      brief: "Cost",
    },
    byHour: {
      long: "By hour",
      brief: "Hours",
    },
    hours: {
      long: "0–23h, your messages",
      brief: "0–23h",
    },
    examples: ["hermes insights", "hermes insights --days 7", "hermes insights --days 90 --source cli --json"],
  },
  learned: {
    examples: [
      "hermes learned",
      "hermes learned --since 7d",
      "hermes learned undo learn_0123456789ab    a change of a skill",
      "hermes learned undo c_0123456789ab        a change of memory",
    ],
  },
  logs: {
    args: { log: "agent, errors, or list" },
    flags: {
      lines: "how many lines",
      follow: "go on as lines are written",
      since: "30m, 2h, 3d, or a date",
      level: "at least this grave",
      session: "only lines of this session (a part of the id is enough)",
      json: "one JSON object per line",
    },
    nothingYet: (path: string) => `Nothing is logged in ${path} yet.`,
    unknown: (name: string) => `There is no log "${name}". \`hermes logs list\` shows them.`,
    sinceTakes: (given: string) => `--since takes 30m, 2h, 3d or a date, not "${given}".`,
    list: {
      none: (dir: string) => `No logs in ${dir} yet.`,
      columns: ["log", "size", "written"],
    },
    examples: [
      "hermes logs -f",
      "hermes logs errors --since 1d",
      "hermes logs --session 20261115_2214 --level WARNING",
      "hermes logs errors --json",
    ],
  },
  memory: {
    flags: { target: "which book" },
    byHand: "by hand",
    noEntry: (reference: string, book: MemoryTarget) =>
      `There is no entry "${reference}" in ${book}. \`hermes memory list\` numbers them.`,
    severalEntries: (reference: string, count: number, numbers: string) =>
      `"${reference}" is in ${count} entries (${numbers}); give a number.`,
    inSession: (id: string) => `in ${id}`,
    afterReading: (taints: string) => `after reading ${taints}`,
    by: {
      user: "by you",
      agent: "by the agent",
      review: "by the review",
      import: "imported",
    },
    list: {
      summary: "every entry, numbered",
      flags: { target: "only this book" },
      off: "off",
      empty: "(empty)",
      hidden: "hidden from the model",
      books: {
        memory: "Memory",
        user: "About you",
      },
    },
    edit: {
      summary: "open MEMORY.md, or with `user` USER.md, in $EDITOR",
      noted: (changes: number) => `${counted(changes, "change")} noted.`,
      twoBooks: "There are two books: memory and user.",
    },
    export: {
      summary: "both books as JSON; without a file to stdout",
      written: (file: string, entries: number) => `${file}: ${counted(entries, "entry", "entries")}.`,
    },
    status: {
      summary: "the books and the provider",
      book: (usage: string, entries: number) => `${usage}, ${counted(entries, "entry", "entries")}`,
      approvalOn: (waiting: number) => `approval on, ${waiting} waiting`,
      approvalOff: (waiting: number) => `approval off, ${waiting} waiting`,
      noProvider: "No memory provider is installed.",
      ready: "ready",
      needs: (missing: string) => `needs ${missing}`,
      columns: ["", "provider", "state", "what it is"],
    },
    setup: {
      summary: "choose a memory provider beside the built-in memory, and give it what it needs",
      nothing: "nothing",
      noProvider: "No memory provider is installed. See `hermes plugins`.",
      needs: (provider: string, variable: string) => `${provider} needs ${variable}: hermes config set ${variable} …`,
      inUse: (provider: string) => `${provider} is in use from the next session on.`,
      stillNeeds: (missing: string) => `It still needs ${missing}.`,
      nameProvider: "Name the provider: hermes memory setup <provider>",
      which: "Which provider?",
      hint: (description: string, variables: string) => `${description} Needs ${variables}.`,
    },
    show: {
      summary: "one entry with where it came from",
      flags: { target: "the book it is in" },
      hidden: (threat: string) => `hidden from the model: ${threat}`,
    },
    history: {
      summary: "every change, newest first",
      flags: { lines: "how many" },
      nothing: "Nothing has changed yet.",
    },
    add: { summary: "add an entry" },
    remove: { summary: "remove an entry, by its number or a part of its text" },
    undo: {
      summary: "take back the last n changes, or one by its id",
      flags: { id: "exactly this change" },
      takes: (given: string) => `undo takes a whole number, not "${given}".`,
      nothing: "There is nothing to take back.",
      tookBack: (change: string) => `Took back: ${change}`,
    },
    reset: {
      summary: "forget everything; `undo` brings it back",
      question: (books: string) => `Forget everything in ${books}?`,
    },
    import: {
      summary: "entries from an export, or from a MEMORY.md; - is stdin. All or nothing per book",
      flags: { target: "for a plain file: which book" },
    },
    pending: {
      summary: "writes that wait for your yes",
      nothing: "Nothing waits.",
      unknown: (id: string) => `Nothing waits under "${id}". \`hermes memory pending\` lists the ids.`,
    },
    approve: {
      summary: "write it; `all` for every one",
      written: (id: string) => `${id} is written.`,
      stillWaits: (id: string, why: string) => `${id} still waits: ${why}`,
    },
    reject: {
      summary: "drop it; `all` for every one",
      dropped: (id: string) => `${id} is dropped.`,
    },
    approval: {
      summary: "whether the agent's writes wait for a yes: on or off",
      takes: "approval takes on or off.",
      on: "Writes wait for your yes.",
      off: "Writes are made at once; `hermes memory undo` takes them back.",
    },
    off: {
      summary: "use no provider; the built-in memory stays",
      done: "Only the built-in memory is in use.",
    },
    examples: [
      "hermes memory                     what is known",
      "hermes memory add 'prefers metric units' --target user",
      "hermes memory remove 3            by its number",
      "hermes memory undo                take back the last change",
      "hermes memory history --json",
    ],
  },
  model: {
    args: { model: "provider:model, provider/model, provider: or a model of the current provider" },
    flags: {
      list: "ask a provider which models it has",
      providers: "every provider, and whether it could answer now",
    },
    itsDefault: "its default model",
    answersNext: (model: string) => `${model} answers from the next session on.`,
    sayWhose: (model: string) => `Say whose model ${model} is: hermes model provider:${model}`,
    nameProvider: "Name a provider: hermes model --list openrouter",
    otherwise: (fallbacks: string) => `When it cannot answer: ${fallbacks}`,
    current: (provider: string, model: string, because: string, window: string) =>
      `${provider}/${model}  (${because}; window ${window} tokens)`,
    providerColumns: ["", "provider", "key", "default model"],
    modelColumns: ["model", "window", "can", "per million in / out"],
    can: {
      images: "images",
      reasoning: "reasoning",
    },
    examples: [
      "hermes model                              see what answers, and pick another",
      "hermes model anthropic:claude-sonnet-5-5  set it",
      "hermes model --list openrouter            what that provider offers",
      "hermes model --json                       for scripts",
    ],
  },
  plugins: {
    list: {
      summary: "what is installed, and whether it runs",
      none: "No plugins are installed. `hermes plugins install <folder or git address>` brings one in.",
      columns: ["plugin", "state", "version", "what it is"],
    },
    info: { summary: "everything known about one plugin" },
    enable: {
      summary: "load it from the next start on",
      done: (name: string) => `${name} is on from the next start.`,
    },
    disable: {
      summary: "keep it, but do not load it",
      done: (name: string) => `${name} is off from the next start.`,
    },
    install: {
      summary: "from a folder or a git repository; nothing of it is run",
      flags: {
        force: "replace an installed one",
        enable: "switch it on, too",
      },
      doneAndOn: (name: string) => `${name} is installed and on.`,
      done: (name: string) => `${name} is installed. \`hermes plugins enable ${name}\` switches it on.`,
    },
    remove: {
      summary: "take it out, with everything it brought and stored",
      flags: { keepData: "leave what it stored" },
      done: (name: string) => `${name} is gone.`,
    },
    examples: ["hermes plugins", "hermes plugins install ./my-plugin --enable", "hermes plugins disable my-plugin"],
  },
  profile: {
    show: {
      summary: "one profile; the one in use when none is named",
      inUse: "(in use)",
      home: (root: string) => `home: ${root}`,
      for: (description: string) => `for: ${description}`,
    },
    list: {
      summary: "every profile; the one in use is marked",
      columns: ["", "profile", "what for", "home"],
    },
    create: {
      summary: "a new profile, empty or as a copy",
      flags: {
        clone: "copy settings, secrets, identity, skills and memory of the current one",
        cloneAll: "copy everything but history",
        cloneFrom: "copy that one instead",
        noSkills: "without skills",
        description: "what it is for",
      },
      made: (profile: string, root: string) => `Profile ${profile} is at ${root}. \`hermes -p ${profile}\` starts it.`,
      either: "Take either --clone or --clone-all.",
    },
    use: {
      summary: "use it whenever nothing else is said",
      done: (profile: string) => `${profile} is in use from now on.`,
    },
    rename: {
      summary: "give it another name",
      done: (name: string, newName: string) => `${name} is called ${newName} now.`,
    },
    delete: {
      summary: "remove it with everything in it",
      question: (root: string) => `Remove ${root} with all sessions, memory and skills in it?`,
      done: (name: string) => `${name} is gone.`,
    },
    export: {
      summary: "one file to carry elsewhere; secrets stay here",
      flags: { output: "where to write it; default <name>.tar.gz here" },
      done: (file: string, members: number) => `${file}: ${members} files. Keys were left out.`,
      leftOut: (path: string) => `${path} was left out: it is no plain file.`,
    },
    import: {
      summary: "a profile from such a file",
      flags: { name: "call it this" },
      made: (profile: string, root: string) =>
        `Profile ${profile} is at ${root}. Add its keys: hermes -p ${profile} setup`,
    },
    examples: [
      "hermes profile create work --clone --description 'for the office'",
      "hermes profile use work",
      "hermes -p work                 once, without switching",
      "hermes profile export work -o work.tar.gz",
    ],
  },
  promptSize: {
    total: (prompt: string, tools: string, total: string) =>
      `prompt ${prompt} + tools ${tools} = about ${total} tokens`,
    examples: ["hermes prompt-size", "hermes prompt-size --json"],
  },
  prompts: {
    cancelled: "Cancelled.",
    nobodyHere: (question: string) => `${question} Nobody can answer here: add --yes to do it.`,
  },
  restore: {
    args: { file: "a file made by `hermes backup`" },
    noBackup: (file: string) => `There is no backup at ${file}.`,
    question: (file: string) => `Replace all sessions of this home by those in ${file}?`,
    done: "Restored.",
    doneKept: (previous: string) => `Restored. What was there before is kept in ${previous}.`,
    examples: ["hermes restore sessions.db"],
  },
  scan: {
    args: { files: "files to scan" },
    flags: {
      scope: "which patterns apply",
      json: "one JSON object per file",
      stdin: 'JSONL in ({"id","text"}), JSONL out',
    },
    nameOne: "Name a file to scan, or use --stdin. See `hermes scan --help`.",
    clean: (file: string) => `${file}: clean`,
    examples: ["hermes scan AGENTS.md README.md", "hermes scan --scope strict --json notes.txt"],
  },
  sessions: {
    messages: (count: number) => counted(count, "message"),
    noMatch: (reference: string) => `No session matches "${reference}". \`hermes sessions list\` shows what there is.`,
    severalMatch: (reference: string, ids: string) =>
      `"${reference}" matches several sessions: ${ids}. Give more of the id.`,
    who: {
      user: "you",
      assistant: "hermes",
      tool: "tool",
      runtime: "(hermes itself)",
    },
    prune: {
      summary: "remove conversations nobody touched for long; says what first",
      flags: {
        olderThan: "last activity before that many days",
        source: "only from there",
        dryRun: "only say what would go",
      },
      plan: (conversations: number, days: number, messages: number, size: string) =>
        `${counted(conversations, "conversation")} untouched for ${counted(days, "day")} (${counted(messages, "message")}, ${size}):`,
      olderThanTakes: (given: string) => `--older-than takes days, not "${given}".`,
      question: (conversations: number) => `Remove ${counted(conversations, "conversation")} for good?`,
      nothing: "Nothing was removed.",
      removed: (sessions: number) => `${counted(sessions, "session")} removed.`,
      untouched: (days: number) => `Nothing was left untouched for ${counted(days, "day")}.`,
      untouchedButKept: (days: number, kept: string) =>
        `Nothing was left untouched for ${counted(days, "day")} but what is kept (${kept}).`,
      more: (count: number) => `… and ${count} more`,
      kept: (kept: string) => `Kept although old: ${kept}.`,
    },
    stats: {
      summary: "how much there is, and what takes the space",
      all: (sessions: number, messages: number) => `${counted(sessions, "session")}, ${counted(messages, "message")}`,
      takenBack: (count: number) => `(${count} taken back)`,
      period: (from: string, to: string) => `from ${from} to ${to}`,
      bySource: (sources: string) => `by source: ${sources}`,
      size: (total: string, text: string) => `${total} on disk for ${text} of text`,
    },
    undoCompact: {
      summary: "go on with the full conversation again, with what was said since",
      back: (messages: number) => `${counted(messages, "message")} back`,
      backWithSince: (messages: number, since: number) => `${counted(messages, "message")} back, ${since} said since`,
      none: "This conversation has not been compacted.",
    },
    import: {
      summary: "sessions from such a JSONL file, ours or the reference's; - is stdin; doing it twice changes nothing",
      nothing: "Nothing to import",
      line: (number: number) => `line ${number}`,
      refused: (what: string, why: string) => `${what} was refused: ${why}.`,
      differs: (id: string) => `${id} is here already with other words; it was left alone.`,
      outcomes: {
        created: (count: number) => `${count} created`,
        extended: (count: number) => `${count} extended`,
        unchanged: (count: number) => `${count} unchanged`,
        differs: (count: number) => `${count} differs`,
        refused: (count: number) => `${count} refused`,
      },
    },
    export: {
      summary: "every stored session, or one, as JSONL, Markdown or one HTML page; - is stdout",
      flags: {
        sessionId: "only this one",
        source: "only from there",
        format: "by default what the file's ending says, else jsonl",
        json: "report as JSON",
      },
      written: (file: string, sessions: number, messages: number) =>
        `${file}: ${counted(sessions, "session")}, ${counted(messages, "message")}.`,
      notWritten: (path: string, code: string) => `${path} cannot be written (${code}).`,
    },
    list: {
      summary: "the latest conversations",
      flags: {
        source: "only from there: cli, telegram, …",
        limit: "how many",
        archived: "archived ones, too",
        parts: "every stored session, also those a compaction replaced",
      },
      none: "No sessions found.",
      columnsTitled: ["Title", "Preview", "Last Active", "ID"],
      columns: ["Preview", "Last Active", "Src", "ID"],
    },
    rename: {
      summary: "give it a title",
      done: (id: string, title: string) => `${id} is called "${title}".`,
      untitled: (id: string) => `${id} has no title any more.`,
    },
    closeFirst: "Close it there first.",
    archive: {
      summary: "keep it, but out of lists; pruning leaves it alone",
      flags: { undo: "bring it back into the lists" },
      undone: (id: string) => `${id} is in the lists again.`,
      done: (id: string) => `${id} is archived.`,
    },
    pin: {
      summary: "never prune it",
      flags: { undo: "let it be pruned again" },
      undone: (id: string) => `${id} is no longer pinned.`,
      done: (id: string) => `${id} is pinned.`,
    },
    delete: {
      summary: "remove a whole conversation, with its compacted parts",
      question: (id: string, name: string, messages: number) =>
        `Remove ${id} (${name}, ${counted(messages, "message")}) for good?`,
      done: (id: string) => `${id} is gone.`,
    },
    branch: { summary: "a copy to go on in; the original stays as it is" },
    undo: {
      summary: "take back the last n messages of yours and everything after them; nothing is deleted",
      flags: { redo: "bring back what was taken back" },
      redone: (messages: number) => `${counted(messages, "message")} brought back.`,
      nothing: "There is nothing to take back.",
      done: (messages: number, words: string) => `Took back ${counted(messages, "message")}, from: ${words}`,
    },
    browse: {
      summary: "pick one from a list, with a preview",
      flags: {
        source: "only from there",
        limit: "how many to choose from",
        json: "what there is to pick from, as JSON",
      },
      needsTerminal: "Browsing needs a terminal; `hermes sessions list` does not.",
      which: "Which conversation?",
      whatNow: "What now?",
      title: "Title?",
      removeQuestion: (id: string) => `Remove ${id} for good?`,
      deeds: {
        resume: "Go on with it",
        back: "Back to the list",
        rename: "Give it a title",
        archive: "Archive it",
        delete: "Remove it",
        leave: "Leave",
      },
    },
    optimize: {
      summary: "drop leftovers, merge the search index, give space back",
      flags: {
        imageQuota: "keep at most so many megabytes of images, newest first",
        resultQuota: "keep at most so many megabytes of long tool results whole, newest first",
      },
      quotaTakes: (flag: string) => `${flag} takes megabytes.`,
      understood: (messages: number) => `${counted(messages, "message")} can now be found by meaning.`,
      droppedImages: (images: number) => `${counted(images, "image")} dropped`,
      droppedResults: (results: number) => `${counted(results, "long result")} cut to the beginning`,
      progress: (done: number, all: number) => `${done} of ${all} messages`,
    },
    repair: {
      summary: "look the database over and mend it; the damaged file is kept",
      flags: {
        checkOnly: "change nothing; exit 1 when something is wrong",
        noBackup: "keep no copy of the damaged file",
      },
      fine: "The database is fine.",
      unreadable: (count: number) =>
        `${counted(count, "place")} could not be read; words that stood there are missing.`,
      keptIn: (backup: string) => `The file as it was is kept in ${backup}.`,
    },
    compact: {
      summary: "summarise the older part now; the original stays",
      flags: {
        focus: "what the summary should favour",
        keep: "exchanges kept word for word",
      },
      noMatch: (reference: string) =>
        `No single session matches "${reference}". \`hermes sessions list\` shows what there is.`,
    },
    compactions: { summary: "what compactions replaced by what" },
    search: {
      summary: 'find what was said: words, "a phrase", -not, OR, start*',
      flags: {
        limit: "how many messages",
        session: "only in this one",
        role: "only messages of",
        sort: "by time instead of fit",
        stdin: 'JSONL in ({"id","query","limit"}), JSONL out',
      },
      sayWhat: "Say what to look for: hermes sessions search 'deploy script'.",
      nothing: "Nothing found.",
      wordsOnly: (how: string) =>
        `Searched by words only: the model for search.semantic is not installed. Where hermes is installed: ${how}`,
      waiting: (messages: number) =>
        `${counted(messages, "message")} not yet searched by meaning: hermes sessions optimize, or leave hermes open.`,
    },
    show: {
      summary: "read one",
      flags: {
        tools: "with tool calls and their results",
        json: "as JSON: all columns and messages",
      },
      tokens: (input: string, output: string) => `${input} in, ${output} out`,
      archived: "archived",
    },
    examples: [
      "hermes sessions                           the latest",
      "hermes sessions search 'deploy script'",
      "hermes sessions show 'Deploy script'      by title, id or the start of an id",
      "hermes sessions export - --format md --session-id 20261115_2214",
      "hermes sessions prune --older-than 90",
    ],
  },
  setup: {
    flags: {
      nonInteractive: "ask nothing: use the flags, else what is found",
      provider: "who answers",
      model: "which of its models",
      baseUrl: "address of a server of your own (provider custom)",
      apiKey: "its key; kept where only you can read it",
      json: "with --non-interactive: as JSON",
    },
    made: (root: string) => `Made ${root}.`,
    using: (root: string) => `Using ${root}.`,
    addProvider: "Say whose it is: add --provider.",
    answers: (provider: string, model: string, because: string) => `${provider}/${model} answers (${because}).`,
    needsTerminal: "Setting up asks questions; without a terminal use --non-interactive.",
    title: "Hermes",
    madeHome: (root: string) => `Made a home for it: ${root}`,
    keepSnapshots: "Keep snapshots of your files before they are changed? (checkpoints)",
    willAsk:
      "Commands that could do harm will ask you first. `hermes doctor` checks everything, `hermes tools` says what it can do.",
    startNow: "Start a conversation now?",
    hereWeGo: "Here we go.",
    later: "`hermes` starts a conversation.",
    usingHome: (root: string, conversations: number) =>
      `Using the home that is there: ${root} (${counted(conversations, "conversation")})`,
    offlineAnswers: "The offline model answers; `hermes model` connects a real one.",
    sayingHello: (model: string) => `Saying hello to ${model}`,
    modelAnswers: (model: string, words: string) => `${model} answers: ${words}`,
    modelSilent: (model: string, why: string) => `${model} does not answer: ${why}`,
    chooseAnother: "Choose another?",
    hello: "Say hello in at most five words.",
    noAnswerInTime: "no answer within 30 seconds",
    endedBefore: "the conversation ended before an answer",
    notes: {
      question: (agent: string, notes: number, path: string) =>
        `${agent} keeps ${counted(notes, "note")} in ${path}. Take them over?`,
      taken: (notes: number) => `${counted(notes, "note")} taken over.`,
      notTaken: (error: string) => `Not taken over: ${error}`,
    },
    skills: {
      question: (agent: string, skills: number, names: string) =>
        `${agent} has ${counted(skills, "skill")} (${names}). Install them? Each is checked first.`,
      refused: (name: string, why: string) => `${name} is not installed: ${why}`,
      installed: (name: string) => `${name} is installed.`,
      already: (name: string) => `${name} is here already.`,
    },
    examples: [
      "hermes setup",
      "hermes setup --non-interactive --provider openrouter --api-key sk-or-…",
      "hermes setup --non-interactive --provider custom --base-url http://localhost:8000/v1 --model my-model",
    ],
  },
  skills: {
    several: (reference: string, matches: string) =>
      `"${reference}" is several skills: ${matches}. Name one by its path.`,
    unknown: (reference: string) => `There is no skill "${reference}". \`hermes skills list\` shows what there is.`,
    show: {
      summary: "read one of the library, or one of its files",
      pinned: "pinned",
      noText: (file: string, name: string) => `${file} is no text file of ${name}.`,
    },
    reset: {
      question: (name: string) => `Replace ${name} by the shipped version? Yours goes to the archive.`,
    },
    enable: {
      summary: "show it to the model again",
      done: (name: string) => `${name} is on from the next session on.`,
    },
    disable: {
      summary: "never show it to the model",
      done: (name: string) => `${name} is off from the next session on.`,
    },
    examples: [
      "hermes skills                              the library",
      "hermes skills show code-review             read one",
      "hermes skills install ./my-skill           or owner/repository/path, a git address, a URL",
      "hermes skills audit ./my-skill --json      judge without installing",
      "hermes skills pending                      changes that wait for your yes",
    ],
  },
  status: {
    none: "none",
    environment: {
      title: "Environment",
      version: "version",
      home: "home",
      profile: "profile",
      runtime: "runtime",
    },
    model: {
      title: "Model",
      answers: "answers",
      because: "because",
      endpoint: "endpoint",
      fallbacks: "fallbacks",
    },
    keys: {
      title: "Keys",
      environment: "environment",
    },
    work: {
      title: "Work",
      commandsRun: "commands run",
      here: (sandbox: string) => `here (sandbox ${sandbox})`,
      approvals: "approvals",
      limits: "limits",
    },
    memory: {
      title: "Memory",
      memory: "memory",
      off: "off",
      sessions: "sessions",
    },
    examples: ["hermes status", "hermes status --json", "hermes doctor        finds problems"],
  },
  takes: {
    lines: (given: string) => `-n takes a whole number, not "${given}".`,
    wholeAbove0: (what: string, given: string) => `${what} takes a whole number above 0, not "${given}".`,
  },
  tools: {
    list: {
      summary: "toolsets, on or off; with --all every tool",
      flags: { all: "every tool with what it does" },
      everyColumns: ["", "tool", "toolset", "what it does"],
      notHere: (missing: string) => `not available here (${missing})`,
      columns: ["", "toolset", "tools"],
    },
    enable: {
      summary: "offer these toolsets from the next session on",
      done: (names: string) => `${names}: on from the next session on.`,
    },
    disable: {
      summary: "never offer these toolsets",
      done: (names: string) => `${names}: off from the next session on.`,
    },
    examples: ["hermes tools", "hermes tools disable browser tts", "hermes tools list --all --json"],
  },
  usage: {
    today: "today",
    week: "7 days",
    month: "30 days",
    columns: ["", "sessions", "calls", "tokens in", "cached", "tokens out", "cost"],
    examples: ["hermes usage", "hermes usage --json", "hermes insights      more, with charts"],
  },
  verbs: {
    needs: (command: string, verb: string, args: string) => `${command} ${verb} needs ${args}.`,
  },
  version: { examples: ["hermes version", "hermes version --json"] },
  worktree: {
    changedFiles: (count: number) => counted(count, "changed file"),
    commits: (count: number) => counted(count, "commit"),
    noRepository: "--worktree needs a git repository, and this folder is in none; leave it out, or git init.",
    noCommit: "--worktree needs a commit to start from; make one first.",
    notMade: (folder: string, why: string) => `A worktree could not be made in ${folder}: ${why}`,
    workingIn: (path: string, branch: string) => `Working in ${path}, on branch ${branch}.`,
    noGit: "--worktree needs git, and it is not installed here.",
    kept: (path: string, branch: string, words: string) =>
      `The work is kept in ${path}, on branch ${branch} (${words}).`,
    toThrowAway: (path: string, branch: string) =>
      `To throw it away: git worktree remove --force ${path} && git branch -D ${branch}`,
    unchanged: "Nothing was changed; the worktree is gone again.",
    cutOff: (words: string) => `An earlier run was cut off. ${words}`,
    outside: (changes: number) =>
      `${counted(changes, "uncommitted change")} of yours stay outside: a worktree begins at the last commit.`,
    gitNotRun: "git could not be run.",
  },
};
