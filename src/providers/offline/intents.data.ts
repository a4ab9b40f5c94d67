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
  /** Looser phrasings, tried only when nothing fits exactly. */
  readonly loosely?: readonly string[];
  readonly examples: readonly RequestExample[];
}

/** Ways of asking to see something. */
const SHOW =
  "show me|show us|show|list|display|print|view|give me|give|tell me|let me see|can i see|could i see|may i see|i want to see|i'd like to see|see|get me|get|read me|write out|output";
const GREETING =
  "hi|hello|hey|howdy|greetings|good morning|good afternoon|good evening|good day|hiya|yo|hallo|morning|evening";
const LIST_ONE = "todo list|to-do list|to do list|task list|tasks list|todo|to-do|task";
const LIST_WORD =
  "todo list|to-do list|to do list|task list|tasks list|todo items|to-do items|todos|to-dos|tasks|checklist|plan";
const MAKE =
  "make|create|write|write down|start|draw up|prepare|set up|plan|build|draft|put together|come up with|give|generate|design|compose|do";
const SESSIONS =
  "sessions|session|conversations|chats|history|session history|chat history|conversation history|chat logs|transcripts|discussions";
const REMEMBER =
  "remember|memorize|memorise|note|note down|take note|take a note|make a note|make note|keep a note|keep note|leave a note|keep in mind|bear in mind|don't forget|do not forget|never forget|learn|write down|jot down|write this down|jot this down|record|please know";
const KEEP = "save|store|put|add|keep";
const DROP = "remove|delete|drop|erase|clear|take|wipe|get rid of|scratch|purge|discard";
const CREATE = "create|write|make|save|add|generate|produce|start";
const DIR = "directory|folder|dir";
const HERE =
  "this directory|this folder|this dir|this project|this repo|this repository|the current directory|the current folder|the working directory|current directory|current folder|the project directory|the directory|the folder|my current directory|my directory|my folder|here";
const FIND = "find|locate|list|show me|show|search for|look for|look up|get|give me";
const CODE =
  "files|code|project|folder|directory|source|sources|source code|repo|repository|code base|codebase|file contents|workspace|documents|notes|all files";

const plain = (...lines: readonly string[]): readonly RequestExample[] => lines.map((say) => ({ say, takes: {} }));

export const REQUESTS: readonly RequestKind[] = [
  {
    id: "hello",
    does: "Greets and says what it is.",
    phrasings: [
      `(${GREETING}) [there|hermes|again|everyone|you|friend|to you|world|all]`,
      `[${GREETING}] [there|hermes] [,] (how are you|how are you doing|how's it going|how is it going|what's up|whats up|how do you do) [today]`,
      "(sup|wassup)",
    ],
    examples: plain("hello", "Hi there!", "hey Hermes", "Good morning", "Hello, how are you today?", "howdy"),
  },
  {
    id: "identity",
    does: "Says honestly what it is.",
    phrasings: [
      "(who|what) are you",
      "(what|which) model (are you|is this|am i talking to|do you use)",
      "are you [a|an|the] [real|large] [ai|llm|language] (ai|llm|bot|robot|model|human|person|assistant|chatgpt|claude|gpt|gemini|online|offline|real)",
      "tell me about yourself",
      "introduce yourself",
      "what is [the] (offline model|hermes)",
      "who am i (talking to|speaking to|chatting with)",
      "(what is|what's|whats) your name",
      "describe yourself",
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
      "(help|/help) [me] [out]",
      "(?)",
      "[i] (need|want|get|show|give me|display) [some|the|me] help",
      "(what|which things) can (you|i) [do|ask|say] [for me|you|here|to you|with you]",
      "what (do|can) you (understand|do|support|know how to do)",
      "what are you (able to do|capable of|good for|good at)",
      "what are (your|my|the) (capabilities|commands|abilities|options|features|functions)",
      "(what|which) [kind of|sort of|kinds of|sorts of] (commands|requests|things|features|tasks|questions|functions) (do|can) you (understand|know|have|do|support|handle|offer|answer)",
      "how (do|can|should) i use (you|this|it|hermes)",
      "how can you help [me]",
      "can you help [me]",
      "how (do you|does this|does it) work",
      "(list|show|show me|tell me|explain) [me] (what you can do|what you do|what you understand|what i can ask|what i can say|what can i do)",
      "(list|show|show me) [me] [all] [your|the] (commands|capabilities|help|requests|options|features)",
      "(capabilities|commands|usage|options|man|manual)",
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
      `(${SHOW}) [my|the|our|all] [open|current] (${LIST_WORD})`,
      `(what is|what's|whats|what are) (on my|on the|in my|my|the|our) [open|current] (${LIST_WORD}|list|tasks)`,
      "(what is|what's|whats) (next|left|left to do|still open|still to do|open|the plan|to do|pending|remaining|on the list)",
      "what (remains|is left|is still left) [to be done|to do|open]",
      "what (do i|do we|should i|must i) [still] (have to do|need to do|do next|do|have left to do|have on my list)",
      `[my] (${LIST_WORD})`,
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
      "(mark|set|complete|finish|check off|tick off|cross off|close) [the] {ordinal} [item|task|todo|step|one] [as|to] [done|complete|completed|finished]",
      "[the] {ordinal} (item|task|todo|step|one) is (done|finished|complete|completed)",
      "(mark|set) [the] [item|task|todo|number|step] [#] {n} [as|to] (done|complete|completed|finished)",
      "(complete|finish|check off|tick off|check|tick|close|cross off|strike off|cross out) [the] [item|task|todo|number|step] {n}",
      "[the] (item|task|todo|number|step) {n} (is done|is finished|is complete|is completed|done|finished)",
      "(i finished|i have finished|i've finished|i am done with|i'm done with|i did|i have done|i completed|i have completed|i've completed|done with|finished|finished with) [the] [item|task|todo|number|step] {n}",
      "{n} (is done|is finished|done)",
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
    id: "todo-plan",
    does: "Plans a task list from the items given.",
    tool: "todo",
    phrasings: [
      `(${MAKE}) [me|us] [a|my|the|our|new] [short|new|simple|quick] (${LIST_ONE}|checklist|list of tasks|list of todos|list of steps) [for|with|of|from|about|to|on|:] {items}`,
      `(${MAKE}) [me|us] [a|the|my] [short|new|simple|quick] plan [for|with|of|to|:] {items}`,
      "(create|make|add|write) [the] [following|these] (tasks|todos|steps|items) : {items}",
      "[help me] plan [out] [the following|these|my] [steps|tasks|todos|things] [:|for|of] {items}",
      "help me plan {items}",
      "(organize|organise|schedule|structure) [my|these|the following] (tasks|todos|day|week|work|steps) : {items}",
      "(break|split) [down] {items} [down] into (steps|tasks|todos|a todo list|smaller steps|smaller tasks|pieces)",
      "break down {items}",
      `(todo|todos|to-do|to-dos|tasks|plan|checklist|${LIST_ONE}) [for today|for] : {items}`,
      `(${LIST_ONE}|checklist) for {items}`,
      `(add|put) [these|the following] [items|tasks] (to|on|in) a [new] (${LIST_ONE}) : {items}`,
      `(my|the) (tasks|todos|plan|${LIST_ONE}) [for today|today|are|is|for] [:] {items}`,
      "(i need to|i have to|we need to|we have to|i must|i want to) do [the following|these things] [:] {items}",
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
    id: "todo-add",
    does: "Adds items to the task list.",
    tool: "todo",
    phrasings: [
      `[also] (add|put|append) {items} (to|on|onto|in) [my|the|our] (${LIST_ONE})`,
      "[also] (add|put|append) {items} (to|on) [my|the|our] (todos|tasks|list|plan)",
      "[also] (add|put) {items} as [a|another|new] [new] (task|todo|to-do|item)",
      `(add|put|new) [a|an|another|new] [new] (task|todo|to-do|item|step|entry) (to|on) [my|the] (${LIST_ONE}|list) [called|named|:] {items}`,
      "(add|create|new) [a|another] [new] (task|todo|to-do|item|step) [called|named|:|to] {items}",
      "also plan [to|for] {items}",
      `put on [my|the] (${LIST_ONE}) [:] {items}`,
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
    id: "recall",
    does: "Says what is in its memory about you.",
    phrasings: [
      "what [else|all] do you (know|remember|have saved|have stored|have in memory|have|keep) [stored|saved|noted] [about me|of me|from me|on me|of us] [so far]",
      "(what have you|what did you) (saved|stored|remembered|noted|learned|learnt|memorized|save|store|learn|remember|know) [about me|so far|from me]",
      "(what|which) (facts|information|info|things|memories|notes|details|data|preferences) (do you|have you) (know|have|remember|saved|stored|keep|got|noted) [stored|saved] [about me|on me|of me] [so far]",
      `(${SHOW}|read|summarize|summarise|recall|dump) [everything|what|all] [is|that is|is in|stored in] [in] [your|my|the] (memory|memories|user profile|profile|notes about me|memory entries)`,
      `(${SHOW}|recall|summarize|summarise|repeat|explain|describe) [me] [everything|what|all|the things|the facts|all the facts] [that] you (know|remember|have stored|have saved|learned|have learned) [about me|so far|of me]`,
      "(what is|what's|whats) (in|stored in|inside|on) [your|my|the] (memory|memories|profile|user profile)",
      "(what is|what's|whats) (on file|known|stored|saved) about me",
      "what have i (told you|said) [about myself|about me|so far]",
      "(tell me about|describe|who is) (me|myself)",
      "who am i",
      "(what is|what's|whats|what are) my {about}",
      "do you (know|remember) (me|who i am|my name|anything about me|anything|something about me)",
      "do you (know|remember) my {about}",
      "(how old am i|where do i live|where do i work|what do i like|what am i called|what do i prefer|what do i do)",
      "what do you (know|remember) about {about}",
    ],
    loosely: ["{_} (know|remember|stored|saved|learned) {_} about me"],
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
      `(${SHOW}|what are|what were|browse|open) [my|our|the|all] [recent|past|last|latest|previous|old|earlier] (sessions|conversations|chats|session history|chat history|history|session list)`,
      "what did (we|i|you) (do|talk about|discuss|work on|speak about|chat about|say) [in] [our|my|the] (last time|yesterday|recently|before|earlier|last|last session|previous session|last week|today|this week|last conversation|previously)",
      "what (were|was|have) (we|i) [been] (working on|talking about|doing|discussing) [last time|yesterday|recently|before|last|lately]",
      "[my|our|all] (recent|past|latest|previous|last) (sessions|conversations|chats)",
      "what (was|were) our last (session|sessions|conversation|conversations|chat|chats) [about]",
      "(what|which) [past|previous] (sessions|conversations|chats) (are there|do we have|do i have|exist|have we had|did we have)",
      "what [have|had] happened (last time|yesterday|before)",
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
      `(search|look through|look in|look|go through|check|scan|grep|query) [in|through|into] [all|all of] [my|our|the|your] [past|previous|old|earlier|other|all|saved] (${SESSIONS}) (for|about|on) {query}`,
      `(search|find|look|look up|grep|check) [for|up] {query} in [all|my|our|the|your] [past|previous|old|earlier|other|all] (${SESSIONS})`,
      `(find|${SHOW}|open|search|look up|which were) [me] [all] [the|our|a|any|my] [past|previous|old|earlier] (session|sessions|conversation|conversations|chat|chats|discussion|discussions|talk|talks) (about|on|where we talked about|where we discussed|where i mentioned|where|with|mentioning|regarding|that mention|containing) {query}`,
      "(in which|which) (session|sessions|conversation|conversations|chat|chats) (did we talk about|did we discuss|did i mention|mentioned|mention|was about|were about|talked about|talks about|is about) {query}",
      "what did (we|i|you) (say|talk|discuss|decide|write|agree|conclude|ask|ask you|tell you|tell me|work out|find out) [yesterday|last week|last time|before|earlier] (about|on|regarding|concerning) {query} [before|last time|earlier|yesterday|in the past|last week|previously|last month]",
      "what did (we|i|you) (say|talk about|discuss|decide|write|agree on|conclude|talk) [about|on|regarding] {query} [before|last time|earlier|yesterday|in the past|last week|previously]",
      "what have (we|i|you) (said|talked|discussed|decided|written|told you|mentioned) [about|on|regarding] {query} [before|earlier|so far|already]",
      "(have|had|did) (we|i) [ever|already] (talked|talk|spoken|speak|discussed|discuss|mentioned|mention|said anything|say anything|chatted|chat|tell you) [about] {query} [before|earlier|already|in the past]",
      "when did (we|i) [last] (talk|speak|discuss|mention|chat) [about] {query}",
      "when was the last time we (talked|spoke|discussed) [about] {query}",
      "do you (remember|recall) [when we|when i|what we said about|what i said about|our talk about|our discussion about|our conversation about|our chat about|the conversation about|talking about|discussing|the talk about|us|the session about] [talked about|discussed|mentioned|talking about|discussing] {query}",
      "recall [our|the] (discussion|conversation|talk|chat|session) (about|on) {query}",
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
      `(${REMEMBER}) [that|of|this|the fact|the following|to yourself|:|,] [that|:] {fact}`,
      `(${KEEP}) {fact} (in|to|into|to your long-term) [your|the|my|long-term] memory`,
      `(${KEEP}|commit) [this|that|the following] (in|to|into) [your|the|my|long-term] (memory|memories|notes) [:|that|,] [that|:] {fact}`,
      `(${KEEP}) [this|that|the fact that|the following] [that] [:] {known}`,
      "for (the record|future reference|later|next time|your information) [:|,] {fact}",
      "(i want you to|you should|you must|you need to|i'd like you to|i would like you to) (know|remember|note|keep in mind) [that] {fact}",
      "(fyi|for your information) [:|,] {fact}",
      "{statement}",
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
      "(forget|unremember|unlearn) [what i said about|what i told you about|what you know about|everything about|everything you know about|all about|about|that|the fact that|the fact|:] [that] {fact}",
      `(${DROP}) {fact} (from|out of) [your|my|the] (memory|memories|profile|notes)`,
      `(${DROP}) (from|out of) [your|my|the] (memory|memories|profile|notes) [that|:|the fact that] {fact}`,
      `(${DROP}) [the|that|my|your] (memory|note|fact|entry|memories|notes) [that|about|of|on|:|saying] [that] {fact}`,
      `(${DROP}) what you (know|remember|have|saved|stored|noted) [stored|saved] (about|on) {fact}`,
      "(stop remembering|don't remember|do not remember|no longer remember) [that|about] {fact} [anymore|any more|any longer]",
      "you (can|may|should|must) forget [that|about] {fact}",
      "i no longer want you to (remember|know) [that|about] {fact}",
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
      `(${SHOW}|what are) [all] [of] [your|my|the|a] [available|installed|list of|list of all|list of your|list of the] (skills|skill list|skills list) [you have|there are|available|installed|that you have]`,
      "(what|which) skills (do you have|do i have|do we have|are there|are available|are installed|can you use|exist|have you got|do you know|can i use|do you offer) [available|installed]",
      "[your|my|available|installed|all|any|the] (skills|skill list|skills list)",
      "do you have [any|some] skills",
      `(${SHOW}) (which|what) skills (you have|there are|are available|are installed|exist|you know|you can use)`,
      "(give|get) [me] (a list|the list) of [all] [your|the|available] skills",
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
      `(${SHOW}|open|load|read|explain|describe|look at|use) [the|your] [details of|details on|details for|content of|contents of|instructions of|text of] [the] skill [called|named|:] {skill}`,
      `(${SHOW}|open|load|read|explain|describe|look at) [the|your] [details of|details on|details for|content of|contents of|instructions of|text of|instructions in] [the] {skill} skill`,
      "(what does|what is in|how does|what's in|what is|what's|what) [the|your] {skill} skill [do|say|work|about|for|does|contain]",
      "(what does|how does|what is in|what's in|what is|what's) [the] skill [called|named] {skill} [do|say|work|about|for|contain]",
      "tell me [more] about [the|your] {skill} skill",
      "tell me [more] about [the] skill [called|named] {skill}",
      `(${SHOW}) how [the] {skill} skill works`,
      `(${SHOW}) how [the] skill {skill} works`,
      "skill [:] {skill}",
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
      `(${CREATE}) [me] [a|an|the] [new|text] file [called|named|at] {path} (with|containing|saying|that says|that contains|whose content is|which says|which contains|holding|and write|and put|:) [the|this|these|as] [text|content|contents|words|line|lines] [:] {content}`,
      `(${CREATE}) [me] [a|an|the] [new|empty|blank|text] [text] file [called|named|at] {path}`,
      "(create|touch) [an|the|a] [empty|new] [file] {file}",
      `(${CREATE}) {file} (with|containing|saying|that says|that contains|which says|:) [the|this|as] [text|content|contents|words|line|lines] [:] {content}`,
      "(write|save|put|store) (to|into|in) [a|the] [new] [file] [called|named|at] {path} : {content}",
      "(in|to|into) [a|the] [new] [file] [called|named] {file} [,] (write|save|put) [the] [text|words] [:] {content}",
      "(write|save|put|store|dump) [the] [text|words|content|line] {text} (to|into|in|as) [a|the] [new] [file] [called|named|at] {file}",
      "(write|save|put|store|dump) [the] [text|words|content|line] {text} (to|into|in|as) (a file|the file|a new file|file) [called|named|at] {path}",
    ],
    examples: [
      { say: "create a file notes.txt with Hello world!", takes: { path: "notes.txt", content: "Hello world!" } },
      { say: "Write 'buy milk' to shopping.txt", takes: { text: "buy milk", path: "shopping.txt" } },
      {
        say: 'make a file called "my notes.txt" containing one two',
        takes: { path: "my notes.txt", content: "one two" },
      },
      { say: "create todo.md with the text: - one\n- two", takes: { path: "todo.md", content: "- one\n- two" } },
      { say: "please save hello there as greeting.txt", takes: { text: "hello there", path: "greeting.txt" } },
      { say: "create an empty file called .keep", takes: { path: ".keep" } },
    ],
  },
  {
    id: "replace",
    does: "Replaces text in a file.",
    tool: "patch",
    phrasings: [
      "(replace|substitute|change|swap|rename|exchange) [all occurrences of|every occurrence of|all the|all|every|each|the] [word|words|text|string|phrase|line|name] {before} (with|by|to|for|into) [the] [word|text|string] {after} (in|inside|within|throughout) [the] [file] {path}",
      "[in|inside|edit|update|modify|fix|change] [the] [file] {file} [,|:|and|by] [to] (replace|substitute|change|swap|rename|replacing|changing) [all|every|the] [word|text|string] {before} (with|by|to|for|into) {after}",
      "(edit|update|modify|change) [the] [file] {file} [and|so that it|to|:|,] (replaces|changes) {before} (with|by|to|into) {after}",
      "(edit|update|modify|change) [the] [file] {file} (to say|to read|so that it says|so it says) {after} instead of {before}",
      "(edit|update|modify|change) [the] [file] {file} so that {before} becomes {after}",
      "find {before} in [the] [file] {path} and (replace|change|substitute) it (with|by|to|for) {after}",
      "(do a replace of|do a replacement of|replacement of) {before} (with|by) {after} in [the] [file] {path}",
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
      `(${SHOW}|read|cat|head) [only] [the] first {n} lines (of|from|in) [the] [file] {path}`,
      `(${SHOW}|read|cat) [only] lines {from} (to|-|through|until|and) {to} (of|from|in) [the] [file] {path}`,
      `[${SHOW}|read|cat|open|what are|dump|output|load] [the] [whole|full|entire|complete] (content|contents|text) (of|from|in) [the] [file|files] {files}`,
      "(read|cat|open|view|load|dump|output|type|less|more|read out|read aloud|take a look at|have a look at|look at|look into|check|inspect|head) [me] [the|this] [file|files] [:|called|named] {files}",
      `(${SHOW}) [the|this] [file|files] [:|called|named] {files}`,
      `(${SHOW}|read|open|cat|load) the file [called|named|:] {path}`,
      `[${SHOW}] (what is|what's|whats) (in|inside|written in|stored in|contained in) [the|this] [file|files] [:|called|named] {files}`,
      "what does [the|this] [file] {file} (say|contain|look like|hold|have|have in it)",
      `[${SHOW}] what [the] [file] {file} (says|contains|holds|looks like)`,
      "let me (see|read|look at|have a look at|view) [the] [file] {file}",
      "read {path}",
    ],
    examples: [
      { say: "read notes.txt", takes: { files: "notes.txt" } },
      { say: "Show me the contents of src/main.ts", takes: { files: "src/main.ts" } },
      { say: "what's in README.md?", takes: { files: "README.md" } },
      { say: "could you please open the file 'my notes.txt'?", takes: { files: "'my notes.txt'" } },
      { say: "cat a.txt and b.txt", takes: { files: "a.txt and b.txt" } },
      { say: "show the first 10 lines of log.txt", takes: { n: "10", path: "log.txt" } },
      { say: "What does config.yaml contain?", takes: { path: "config.yaml" } },
      { say: "print lines 3 to 7 of a.txt", takes: { from: "3", to: "7", path: "a.txt" } },
    ],
  },
  {
    id: "list",
    does: "Lists the files of a directory.",
    tool: "search_files",
    phrasings: [
      `(${SHOW}|get|ls) [all] [of] [the|my] (files|contents|content|entries|everything|listing|a listing|file names|filenames) (in|of|under|inside|at|from) (${HERE})`,
      `(${SHOW}|get|ls) [all] [of] [the|my|a] (files|contents|content|entries|everything|listing|file names|filenames) [and folders] (in|of|under|inside|at|from) [the] [${DIR}] [called|named] {path} [${DIR}]`,
      `(${SHOW}|ls|dir) [all] [the|my] (files|directory|folder|contents|file list|directory listing|folder listing|dir|listing) [here|there]`,
      `(${SHOW}|ls|dir) (${HERE})`,
      "(ls|dir|list|pwd && ls) [-l|-la|-a] [here]",
      "(directory|folder|file) (listing|list|contents)",
      "[get|give me|show me] [a|the] (list|listing) of [all] [the|my] files [here|in here]",
      `[get|give me|show me] [a|the] (list|listing) of [all] [the] [files in] [the] [${DIR}] {path} [${DIR}]`,
      `(${SHOW}|ls|dir) [the] (${DIR}) {path}`,
      `(${SHOW}|ls|dir) [the] {path} (${DIR})`,
      "ls {path}",
      "(dir|list) {place}",
      `[${SHOW}] (what|which) files (are|are there|do i have|do we have|exist|there are|i have|we have) [here|there|in here]`,
      `[${SHOW}] (what|which) files (are|are there|do i have|do we have|exist|there are|i have|we have) [in|under|inside] (${HERE})`,
      `[${SHOW}] (what|which) files (are|are there|do i have|do we have|exist|there are) (in|under|inside) [the] [${DIR}] {path} [${DIR}]`,
      `[${SHOW}] (what is|what's|whats|what do i have|what do we have) (here|in here|around here)`,
      `[${SHOW}] (what is|what's|whats|what do i have|what do we have) (in|inside|under) (${HERE})`,
      `[${SHOW}] (what is|what's|whats) (in|inside|under) {home} (${DIR})`,
      `[${SHOW}] (what is|what's|whats|what do i have|what do we have) (in|inside|under) [the] (${DIR}) [called|named] {path}`,
      `[${SHOW}] (what is|what's|whats|what do i have|what do we have) (in|inside|under) [the] {path} (${DIR})`,
      `what does [the] (${DIR}) {path} (contain|hold|have in it)`,
      `what does [the] {path} (${DIR}) (contain|hold|have in it)`,
      `[all] files (in|of|under|inside) [the] {path} [${DIR}]`,
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
      `(${FIND}) [me] [all] [the|any] (files|file) (named|called|matching|with the name|like|whose name is|whose names match|whose name contains|ending in|ending with|that end in|that match) {glob}`,
      `(${FIND}) [me] (a|the|any) file (named|called|matching|like) {glob}`,
      "(which|what) files (match|are called|are named|end in|end with|have the extension) {glob}",
      `(${FIND}|are there) [me] (all|every|the|any|all the) {ext} files [here]`,
      `(${FIND}|are there) [me] [all|every|the|any|all the] {wild} files [here]`,
      `(${FIND}) [me] [all|the] {wild}`,
      "(where is|where's|wheres|locate|find|where can i find|look for) [the] [file] [called|named] {file}",
      "(is there|do we have|do i have) a file (called|named) {glob}",
    ],
    examples: [
      { say: "find files named *.md", takes: { glob: "*.md" } },
      { say: "where is package.json?", takes: { path: "package.json" } },
      { say: "Find all ts files", takes: { ext: "ts" } },
      { say: "locate config.yaml", takes: { path: "config.yaml" } },
      { say: "which files match test_*", takes: { glob: "test_*" } },
    ],
  },
  {
    id: "search",
    does: "Searches inside files.",
    tool: "search_files",
    phrasings: [
      `(search|grep|scan|look) [in|through|inside|into] [all] [of] [the|my|our|this|these|the contents of] (${CODE}) for [the] [text|word|string|phrase|term] {needle}`,
      `(search|grep|scan|look) [in|through|inside|into] (${HERE}) for [the] [text|word|string|phrase|term] {needle}`,
      `(search|grep|rg|look|scan|${FIND}) [for] [all|every|any|the|all the] [text|word|string|phrase|term|lines with|lines containing|line containing|occurrence of|occurrences of|mention of|mentions of|uses of|instances of] {needle} (in|inside|within|under|across|throughout) [all] [the|my|our|this|these] (${CODE})`,
      `(search|grep|rg|look|scan|${FIND}) [for] [all|every|any|the|all the] [text|word|string|phrase|term|lines with|lines containing|line containing|occurrence of|occurrences of|mention of|mentions of|uses of|instances of] {needle} (in|inside|within|under|across) (${HERE})`,
      "(search|grep|scan|look) [in|through|inside|into] [the] [file|folder|directory] {path} for [the] [text|word|string|phrase|term] {needle}",
      `(${FIND}|which|what|do any|do|are there any) [all] [of] [the|my|any] files (contain|mention|use|have|include|reference|containing|mentioning|using|with|that contain|that mention|that use|that have|that include|contains|which contain) [the] [text|word|string|phrase|term] {needle}`,
      `(search|grep|rg|look|scan|${FIND}) [for] [all|every|any|the|all the] [text|word|string|phrase|term|lines with|lines containing|line containing|occurrence of|occurrences of|mention of|mentions of|uses of|instances of] {needle} (in|inside|within|under|across) [the] [file|folder|directory] {path}`,
      `[${SHOW}|find] where (is|are) {needle} (used|mentioned|defined|declared|called)`,
      "where do (we|i|you) (use|mention|define|call) {needle}",
      `[${SHOW}|find] where {needle} (is|are) (used|mentioned|defined|declared|called)`,
      "where does {needle} (appear|occur|come up|show up)",
      "(search|look|grep|rg) for [the] [text|word|string|phrase|term] {needle}",
      "(find|search) [the|all|every|any] (text|word|string|phrase|term|occurrences of|lines with|lines containing|mentions of|instances of|uses of) {needle}",
      "(grep|rg|find|search) {term}",
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
      "(run|execute|launch|perform|try|try running|issue|invoke|start|do) [the|this|a] [shell|terminal|bash|following|linux|unix|console] (command|commands|script|program) [:] {command}",
      "(run|execute) (this|the following|that) : {command}",
      "(type|do|enter|use|run|execute) {inner} (in|on|with|using) [the|a|my] (terminal|shell|bash|console|command line)",
      "(run|execute|try running|launch|invoke) [:|bash|shell] {command}",
      "($|!|>) {command}",
      "{bang}",
      "(terminal|shell|bash|command|console|cmd) [:] {command}",
      "(use|in|on|open|with) [the|a|my] (terminal|shell|bash|console|command line) [,|:] [to|and|please] [run|execute|type|do] [:] {command}",
      `(what does|what is the output of|${SHOW} the output of|what's the output of|what is the result of|what's the result of|what happens if you run|what happens if i run) {shown} [print|output|return|say|give|show]`,
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
