// Everything the offline model understands: what each request does, the phrasings it is recognised by, and examples that are tested.
// The order is the order of trying: what is more special comes first.

export type RequestId =
  | "hello"
  | "identity"
  | "help"
  | "thanks"
  | "todo-show"
  | "todo-done"
  | "todo-add"
  | "todo-plan"
  | "recall"
  | "sessions-recent"
  | "sessions-search"
  | "remember"
  | "forget"
  | "skills-list"
  | "skill-view"
  | "write"
  | "replace"
  | "read"
  | "list"
  | "find"
  | "search"
  | "run";

export interface RequestExample {
  readonly say: string;
  /** What is taken from the words; a list of names is written with commas. */
  readonly takes: Readonly<Record<string, string>>;
}

export interface RequestKind {
  readonly id: RequestId;
  /** What happens, for help and documentation. */
  readonly does: string;
  /** The tool that does it; none for plain words. */
  readonly tool?: string;
  readonly phrasings: readonly string[];
  readonly examples: readonly RequestExample[];
}

const plain = (...lines: readonly string[]): readonly RequestExample[] => lines.map((say) => ({ say, takes: {} }));

export const REQUESTS: readonly RequestKind[] = [
  {
    id: "hello",
    does: "Greets and says what it is.",
    phrasings: [
      "(hi|hello|hey|howdy|greetings|good morning|good afternoon|good evening|good day|hiya|yo) [there|hermes|again|everyone|you|friend]",
      "(hi|hello|hey) [there|hermes] [,] how are you [doing] [today]",
      "how are you [doing] [today]",
    ],
    examples: plain("hello", "Hi there!", "hey Hermes", "Good morning", "Hello, how are you today?", "howdy"),
  },
  {
    id: "identity",
    does: "Says honestly what it is.",
    phrasings: [
      "(who|what) are you",
      "(what|which) model (are you|is this|am i talking to)",
      "are you [a|an|the] [real|large] [ai|llm|language] (ai|llm|bot|robot|model|human|person|assistant)",
      "tell me about yourself",
      "introduce yourself",
      "what is [the] offline [model]",
    ],
    examples: plain(
      "who are you?",
      "What model is this?",
      "are you an AI",
      "tell me about yourself",
      "Are you a real language model?",
      "introduce yourself",
    ),
  },
  {
    id: "help",
    does: "Lists what it can do.",
    phrasings: [
      "help [me] [out]",
      "(what|which things) can (you|i) [do|ask] [for me|you|here]",
      "what (do|can) you understand",
      "what are you able to do",
      "what are your (capabilities|commands|abilities)",
      "how (do|can) i use (you|this|it)",
      "how (do you|does this|does it) work",
      "(list|show|show me) [me] [all] [your|the] (commands|capabilities|help|requests)",
      "(capabilities|commands|usage)",
    ],
    examples: plain(
      "help",
      "What can you do?",
      "how does this work",
      "show me your commands",
      "what do you understand?",
      "what are your capabilities?",
    ),
  },
  {
    id: "thanks",
    does: "Takes thanks and goodbyes.",
    phrasings: [
      "(thanks|thank you|thx|cheers|many thanks) [a lot|so much|very much|hermes|again]",
      "(ok|okay|great|nice|cool|perfect|good|well done|got it) [thanks|thank you]",
      "(bye|goodbye|see you|good night|farewell) [hermes|later|then]",
      "that is all",
      "that's all",
    ],
    examples: plain("thanks", "Thank you so much!", "ok", "bye", "great, thanks", "that's all"),
  },
  {
    id: "todo-show",
    does: "Shows the task list.",
    tool: "todo",
    phrasings: [
      "(show|list|display|print|give|read) [me] [my|the|our|all] [open|current] (todo|to-do|task) (list|lists|items)",
      "(show|list|display) [me] [my|the|our] [open|current] (todos|to-dos|tasks|plan)",
      "(what is|what's|whats) (on my|on the|in my|my|the) (todo|to-do|task) list",
      "(what is|what's|whats) (next|left|left to do|still open|the plan)",
      "what (do i|do we|should i) [still] (have to do|need to do|do next)",
      "[my] (todos|tasks|todo list|task list)",
    ],
    examples: plain(
      "show my todo list",
      "what's on my todo list?",
      "What is left to do?",
      "list my tasks",
      "what's next?",
      "show me the plan",
    ),
  },
  {
    id: "todo-done",
    does: "Marks an item of the task list as done.",
    tool: "todo",
    phrasings: [
      "(mark|set) [the] [item|task|todo|number|step] [#] {n} [as|to] (done|complete|completed|finished)",
      "(complete|finish|check off|tick off|check|tick|close) [the] [item|task|todo|number|step] {n}",
      "[the] (item|task|todo|number|step) {n} (is done|is finished|is complete|done)",
      "(i finished|i have finished|i'm done with|i did|done with|finished) [the] [item|task|todo|number|step] {n}",
      "{n} is done",
    ],
    examples: [
      { say: "mark 2 as done", takes: { n: "2" } },
      { say: "Complete task 1", takes: { n: "1" } },
      { say: "task 3 is done", takes: { n: "3" } },
      { say: "I finished item 2.", takes: { n: "2" } },
      { say: "check off number 4 please", takes: { n: "4" } },
    ],
  },
  {
    id: "todo-add",
    does: "Adds items to the task list.",
    tool: "todo",
    phrasings: [
      "(add|put|append) {items} (to|on|onto) [my|the|our] (todo|to-do|task) [list]",
      "(add|put|append) {items} (to|on) [my|the|our] (todos|tasks|list|plan)",
      "(add|new) [a|another] (task|todo|to-do|item|step) [called|named|:] {items}",
      "also plan [to|for] {items}",
      "put on [my|the] (todo|to-do|task) list [:] {items}",
    ],
    examples: [
      { say: "add buy milk to my todo list", takes: { items: "buy milk" } },
      { say: "put call Bob on the task list", takes: { items: "call Bob" } },
      { say: "add a task: water the plants", takes: { items: "water the plants" } },
      { say: "Please add 'pay rent' and 'fix bike' to the list", takes: { items: "'pay rent' and 'fix bike'" } },
      { say: "new todo: sweep the floor", takes: { items: "sweep the floor" } },
    ],
  },
  {
    id: "todo-plan",
    does: "Plans a task list from the items given.",
    tool: "todo",
    phrasings: [
      "(make|create|write|start|draw up|prepare|set up|plan|build) [me|us] [a|my|the|our|new] [short|new] (todo|to-do|task|tasks) list [for|with|of|from|about|to|:] {items}",
      "(make|create|write|draw up|prepare) [me|us] [a|the|my] plan [for|with|of|to|:] {items}",
      "plan [out] [the following|these|my] [steps|tasks|todos|things] [:|for] {items}",
      "(todo|todos|to-do|to-dos|tasks|plan|todo list|task list) : {items}",
      "(my|the) (tasks|todos|plan|todo list) [for today|today|are|is|for] [:] {items}",
      "(i need to|i have to|we need to|we have to) do [the following|these things] : {items}",
    ],
    examples: [
      { say: "plan a todo list: buy milk, call Bob, pay rent", takes: { items: "buy milk, call Bob, pay rent" } },
      { say: "Make a to-do list for the garden party", takes: { items: "the garden party" } },
      {
        say: "create a task list with write tests, fix lint and release",
        takes: { items: "write tests, fix lint and release" },
      },
      { say: "todo: sweep; wash; cook", takes: { items: "sweep; wash; cook" } },
      { say: "Could you plan these steps: design, build, ship?", takes: { items: "design, build, ship" } },
      { say: "make a plan for the release", takes: { items: "the release" } },
    ],
  },
  {
    id: "recall",
    does: "Says what is in its memory about you.",
    phrasings: [
      "what [else] do you (know|remember|have saved|have) [about me|of me|from me|on me]",
      "(what have you|what did you) (saved|stored|remembered|noted|learned|save|store|learn) [about me|so far]",
      "(show|list|print|display|tell) [me] [everything|what|all] [is|that is] [in] [your|my|the] (memory|memories|user profile|profile)",
      "tell me [everything|what|all] [that] you (know|remember) [about me]",
      "(what is|what's|whats) in [your|my|the] (memory|memories)",
      "(what is|what's|whats) my name",
      "who am i",
      "do you (know|remember) (me|who i am|my name|anything about me|anything)",
    ],
    examples: plain(
      "what do you know about me?",
      "What do you remember about me",
      "who am I?",
      "show me your memory",
      "tell me what you know about me",
      "what's in your memory?",
      "Do you know my name?",
    ),
  },
  {
    id: "sessions-recent",
    does: "Lists the latest past sessions.",
    tool: "session_search",
    phrasings: [
      "(show|list|display|what are) [me] [my|our|the|all] [recent|past|last|latest|previous|old|earlier] (sessions|conversations|chats)",
      "what did (we|i) (do|talk about|discuss|work on) (last time|yesterday|recently|before|earlier|last)",
      "what (were|was) (we|i) (working on|talking about|doing) [last time|yesterday|recently|before|last]",
      "(recent|past|latest|previous) (sessions|conversations|chats)",
      "what was our last (session|conversation|chat) [about]",
    ],
    examples: plain(
      "show my recent sessions",
      "What did we talk about last time?",
      "list past conversations",
      "what were we working on?",
      "what was our last session about",
    ),
  },
  {
    id: "sessions-search",
    does: "Searches past sessions.",
    tool: "session_search",
    phrasings: [
      "(search|look through|look in|go through|check) [in|through] [all|my|our|the|your] [past|previous|old|earlier|other|all] (sessions|session|conversations|chats|history|session history|chat history) (for|about) {query}",
      "(search|find|look) for {query} in [all|my|our|the|your] [past|previous|old|earlier|other] (sessions|conversations|chats|history)",
      "(find|show|open) [me] (the|our|a|any) [past|previous|old|earlier] (session|sessions|conversation|conversations|chat|chats|discussion) (about|on|where|with|mentioning) {query}",
      "what did (we|i|you) (say|talk|discuss|decide|write|agree|conclude) [about|on] {query} (before|last time|earlier|yesterday|in the past|last week|previously)",
      "what did (we|i|you) (say|talk about|discuss|decide|write|agree|conclude|say about|decide about|decide on|talk) [about|on] {query}",
      "(have|had|did) (we|i) [ever] (talked|talk|spoken|speak|discussed|discuss|mentioned|mention) [about] {query} [before|earlier|already|in the past]",
      "when did (we|i) [last] (talk|speak|discuss|mention) [about] {query}",
      "do you remember [when we|what we said about|our talk about|talking about|discussing|the talk about|us] [talked about|discussed] {query}",
    ],
    examples: [
      { say: "search past sessions for rhubarb", takes: { query: "rhubarb" } },
      { say: "What did we say about the budget?", takes: { query: "the budget" } },
      { say: "have we talked about kubernetes before?", takes: { query: "kubernetes" } },
      { say: "find the conversation about taxes", takes: { query: "taxes" } },
      { say: "When did we last talk about Rome", takes: { query: "Rome" } },
      { say: "do you remember talking about sailing?", takes: { query: "sailing" } },
    ],
  },
  {
    id: "remember",
    does: "Saves something in memory.",
    tool: "memory",
    phrasings: [
      "(remember|memorize|memorise|note|note down|keep in mind|bear in mind|don't forget|do not forget|never forget|make a note|take a note|write down) [that|of|:|,] {fact}",
      "(save|store|put|add|keep) {fact} (in|to|into) [your|the|my|long-term] memory",
      "(save|store|keep) [this|that|the following] (in|to|into) [your|the] memory [:|that] {fact}",
      "for (the record|future reference|later|next time) [:|,] {fact}",
      "(i want you to|you should|you must) (know|remember) [that] {fact}",
    ],
    examples: [
      { say: "remember that I like green tea", takes: { fact: "I like green tea" } },
      { say: "Please note that the server is called atlas.", takes: { fact: "the server is called atlas" } },
      { say: "keep in mind: I'm allergic to nuts", takes: { fact: "I'm allergic to nuts" } },
      { say: "don't forget that my sister is Ada", takes: { fact: "my sister is Ada" } },
      { say: "save my birthday is May 4 to memory", takes: { fact: "my birthday is May 4" } },
      { say: "for the record, we deploy on Fridays", takes: { fact: "we deploy on Fridays" } },
    ],
  },
  {
    id: "forget",
    does: "Removes something from memory.",
    tool: "memory",
    phrasings: [
      "(forget|unremember) [what i said about|what you know about|everything about|about|that|the fact that|:] {fact}",
      "(remove|delete|drop|erase|clear|take) {fact} (from|out of) [your|my|the] (memory|memories|profile)",
      "(remove|delete|drop|erase) [the|that|my] (memory|note|fact|entry) [that|about|of|:] {fact}",
      "(stop remembering|don't remember|do not remember|no longer remember) [that|about] {fact}",
      "you can forget [that|about] {fact}",
    ],
    examples: [
      { say: "forget that I like green tea", takes: { fact: "I like green tea" } },
      { say: "Forget about the server", takes: { fact: "the server" } },
      { say: "remove green tea from your memory", takes: { fact: "green tea" } },
      { say: "delete the note about my sister", takes: { fact: "my sister" } },
      { say: "please stop remembering my birthday", takes: { fact: "my birthday" } },
      { say: "you can forget that I am allergic to nuts", takes: { fact: "I am allergic to nuts" } },
    ],
  },
  {
    id: "skills-list",
    does: "Lists the skills it has.",
    tool: "skills_list",
    phrasings: [
      "(show|list|display|print) [me] [all] [of] [your|my|the] [available|installed] skills",
      "(what|which) skills (do you have|do i have|are there|are available|are installed|can you use|exist|have you got)",
      "[your|my|available|installed|all] skills",
      "do you have [any] skills",
      "(tell me|show me) (which|what) skills (you have|there are|are available)",
    ],
    examples: plain(
      "list your skills",
      "What skills do you have?",
      "show me all skills",
      "which skills are available",
      "do you have any skills?",
    ),
  },
  {
    id: "skill-view",
    does: "Shows one skill.",
    tool: "skill_view",
    phrasings: [
      "(show|view|open|load|read|display|print|explain|describe) [me] [the] skill [called|named] {name}",
      "(show|view|open|load|read|display|print|explain|describe) [me] [the|your] {name} skill",
      "(what does|what is in|how does|what's in) [the|your] {name} skill [do|say|work|about]",
      "(what does|how does) [the] skill {name} (do|say|work)",
      "tell me about [the|your] {name} skill",
      "tell me about [the] skill [called|named] {name}",
    ],
    examples: [
      { say: "show the skill git-review", takes: { name: "git-review" } },
      { say: "view the git-review skill", takes: { name: "git-review" } },
      { say: "What does the git-review skill do?", takes: { name: "git-review" } },
      { say: "tell me about the git-review skill", takes: { name: "git-review" } },
      { say: "open skill 'git-review'", takes: { name: "git-review" } },
    ],
  },
  {
    id: "write",
    does: "Writes a file.",
    tool: "write_file",
    phrasings: [
      "(create|write|make|save|add) [me] [a|an|the] [new|text] file [called|named|at] {path} (with|containing|saying|that says|that contains|whose content is|:) [the] [text|content|contents|words|line] [:] {content}",
      "(create|make|add) [me] [a|an] [new] empty file [called|named|at] {path}",
      "(create|touch) [an|the] [empty] [file] {file}",
      "(create|write|make|save) {file} (with|containing|saying|that says|:) [the] [text|content|contents|words|line] [:] {content}",
      "(write|save|put|store) {text} (to|into|in|as) [a|the] [new] [file] [called|named|at] {file}",
      "(write|save|put|store) {text} (to|into|in|as) (a file|the file|a new file|file) [called|named|at] {path}",
    ],
    examples: [
      { say: "create a file notes.txt with Hello world!", takes: { path: "notes.txt", content: "Hello world!" } },
      { say: "Write 'buy milk' to shopping.txt", takes: { text: "buy milk", file: "shopping.txt" } },
      {
        say: 'make a file called "my notes.txt" containing one two',
        takes: { path: "my notes.txt", content: "one two" },
      },
      { say: "create todo.md with the text: - one\n- two", takes: { file: "todo.md", content: "- one\n- two" } },
      { say: "please save hello there as greeting.txt", takes: { text: "hello there", file: "greeting.txt" } },
      { say: "create an empty file called .keep", takes: { path: ".keep" } },
    ],
  },
  {
    id: "replace",
    does: "Replaces text in a file.",
    tool: "patch",
    phrasings: [
      "(replace|substitute|change|swap|rename) {before} (with|by|to|for|into) {after} (in|inside|within) [the] [file] {path}",
      "(in|inside) [the] [file] {path} [,] (replace|substitute|change|swap|rename) {before} (with|by|to|for|into) {after}",
      "edit [the] [file] {path} [and|so that it|to|:|,] (replace|replaces|change|changes) {before} (with|by|to|into) {after}",
      "(do a replace of|do a replacement of) {before} (with|by) {after} in [the] [file] {path}",
    ],
    examples: [
      { say: "replace foo with bar in a.txt", takes: { before: "foo", after: "bar", path: "a.txt" } },
      {
        say: 'Change "old name" to "new name" in src/main.ts',
        takes: { before: "old name", after: "new name", path: "src/main.ts" },
      },
      { say: "in config.yaml, replace debug by info", takes: { before: "debug", after: "info", path: "config.yaml" } },
      {
        say: "swap tea for coffee in the file menu.md please",
        takes: { before: "tea", after: "coffee", path: "menu.md" },
      },
      { say: "edit a.txt and change one to two", takes: { before: "one", after: "two", path: "a.txt" } },
      { say: "rename foo to bar inside lib.py", takes: { before: "foo", after: "bar", path: "lib.py" } },
    ],
  },
  {
    id: "read",
    does: "Reads files.",
    tool: "read_file",
    phrasings: [
      "(read|show|print|display|give|view|get) [me] [only] [the] first {n} lines (of|from|in) [the] [file] {path}",
      "(read|show|print|display|give|view|get) [me] [only] lines {from} (to|-|through|until) {to} (of|from|in) [the] [file] {path}",
      "(read|cat|show|print|display|view|open|see) [me] [the] [whole|full|entire] (content|contents|text) (of|from|in) [the] [file|files] {files}",
      "(read|cat|open|view) [me] [the] [file|files] {files}",
      "(show|print|display|give|see|look at|look into|type) [me] [the] [file|files] {files}",
      "(read|show|open|print|display|view) [me] the file [called|named] {path}",
      "(what is|what's|whats) (in|inside) [the] [file] {file}",
      "what does [the] [file] {file} (say|contain|look like|hold)",
      "let me (see|read|look at) [the] [file] {file}",
    ],
    examples: [
      { say: "read notes.txt", takes: { files: "notes.txt" } },
      { say: "Show me the contents of src/main.ts", takes: { files: "src/main.ts" } },
      { say: "what's in README.md?", takes: { file: "README.md" } },
      { say: "could you please open the file 'my notes.txt'?", takes: { files: "'my notes.txt'" } },
      { say: "cat a.txt and b.txt", takes: { files: "a.txt and b.txt" } },
      { say: "show the first 10 lines of log.txt", takes: { n: "10", path: "log.txt" } },
      { say: "What does config.yaml contain?", takes: { file: "config.yaml" } },
      { say: "print lines 3 to 7 of a.txt", takes: { from: "3", to: "7", path: "a.txt" } },
    ],
  },
  {
    id: "list",
    does: "Lists the files of a directory.",
    tool: "search_files",
    phrasings: [
      "(list|show|display|print|give) [me] [all] [of] [the] (files|contents|entries|everything) (in|of|under|inside|at) (this|the current|the working|my current) (directory|folder|dir|project)",
      "(list|show|display|print|give) [me] [all] [of] [the] (files|contents|entries|everything) (in|of|under|inside|at) [the] [directory|folder|dir] {path}",
      "(list|show|display|print) [me] [all] [the|my] (files|directory|folder|contents) [here]",
      "(list|ls|dir) [the] [directory|folder] [here]",
      "(ls|dir|list) [the] [directory|folder] {path}",
      "(what|which) files (are|are there|do i have|do we have|exist) [here|there]",
      "(what|which) files (are|are there|do i have|do we have|exist) (in|under|inside) [the] [directory|folder] {path}",
      "(what is|what's|whats) (here|in here|in this directory|in this folder|in the current directory|in the current folder)",
      "(what is|what's|whats) in [the] (directory|folder|dir) {path}",
    ],
    examples: [
      { say: "list files", takes: {} },
      { say: "What files are here?", takes: {} },
      { say: "list the files in src", takes: { path: "src" } },
      { say: "ls", takes: {} },
      { say: "show me all files in the folder docs/api", takes: { path: "docs/api" } },
      { say: "what's in this directory", takes: {} },
      { say: "which files are in src/kernel?", takes: { path: "src/kernel" } },
    ],
  },
  {
    id: "find",
    does: "Finds files by name.",
    tool: "search_files",
    phrasings: [
      "(find|locate|list|show|search for|look for) [me] [all] [the] files (named|called|matching|with the name|like) {glob}",
      "(find|locate|list|show) [me] (all|every|the) {ext} files",
      "(where is|where's|locate|find) [the] [file] [called|named] {file}",
      "(find|locate) [the] file [called|named] {glob}",
      "(which|what) files (match|are called|are named) {glob}",
    ],
    examples: [
      { say: "find files named *.md", takes: { glob: "*.md" } },
      { say: "where is package.json?", takes: { file: "package.json" } },
      { say: "Find all ts files", takes: { ext: "ts" } },
      { say: "locate config.yaml", takes: { file: "config.yaml" } },
      { say: "which files match test_*", takes: { glob: "test_*" } },
    ],
  },
  {
    id: "search",
    does: "Searches inside files.",
    tool: "search_files",
    phrasings: [
      "(search|grep|scan) [in|through] [all] [the|my|our|this] (files|code|project|folder|directory|source|sources|repo|repository|code base|codebase|file contents) for {needle}",
      "(search|grep|scan|look) [in|through] [the] [file|folder|directory] {path} for {needle}",
      "(search|look|grep|rg|scan) [for] {needle} (in|inside|within|under) [all] [the|my|our|this|these] (files|code|project|folder|directory|source|sources|repo|repository|code base|codebase)",
      "(search|look|grep|rg|scan) [for] {needle} (in|inside|within|under) [the] [file|folder|directory] {path}",
      "find [the] [text|word|string|phrase] {needle} (in|inside|within) [all] [the|my|our|this|these] (files|code|project|folder|directory|source|repo|repository)",
      "find [the] [text|word|string|phrase] {needle} (in|inside|within) [the] [file|folder|directory] {path}",
      "(which|what) files (contain|mention|use|have|include|reference) [the] [text|word|string] {needle}",
      "where (is|are|do we use|do i use|does it say) {needle} [used|mentioned|defined]",
      "(search|look|grep|rg) for {needle}",
      "(grep|rg) {needle}",
    ],
    examples: [
      { say: "search the files for TODO", takes: { needle: "TODO" } },
      { say: "grep for createServer in src", takes: { needle: "createServer", path: "src" } },
      { say: "Which files mention 'retry after'?", takes: { needle: "retry after" } },
      { say: "where is parseIntent defined?", takes: { needle: "parseIntent" } },
      { say: "find the word apple in notes.txt", takes: { needle: "apple", path: "notes.txt" } },
      { say: "please search for hello world in this folder", takes: { needle: "hello world" } },
    ],
  },
  {
    id: "run",
    does: "Runs a command.",
    tool: "terminal",
    phrasings: [
      "(run|execute|launch|perform|try|try running) [the|this|a] [shell|terminal|bash|following] (command|commands) [:] {command}",
      "(run|execute|try running|launch) [:] {command}",
      "($|!|>) {command}",
      "(terminal|shell|bash|command) : {command}",
      "(use|in|open) [the|a] (terminal|shell) [,] [to|and] [run|execute|:] {command}",
      "(what does|what is the output of|show me the output of|what's the output of|give me the output of) {command}",
    ],
    examples: [
      { say: "run ls -la", takes: { command: "ls -la" } },
      { say: "Execute `echo hello`", takes: { command: "echo hello" } },
      { say: "please run the command git status", takes: { command: "git status" } },
      { say: "$ date +%Y", takes: { command: "date +%Y" } },
      { say: "in the terminal, run pwd", takes: { command: "pwd" } },
      { say: "can you run uname -a?", takes: { command: "uname -a" } },
    ],
  },
];
