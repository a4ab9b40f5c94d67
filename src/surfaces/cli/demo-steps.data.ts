// The tour: what is said to a person, and what is really typed.

export interface DemoStep {
  readonly title: string;
  readonly about: string;
  /** Typed into a conversation, one after the other. */
  readonly lines?: readonly string[];
  /** Typed before, in a new conversation, without showing it. */
  readonly unseen?: readonly string[];
  /** In a new conversation; otherwise the last one goes on. */
  readonly fresh?: boolean;
  /** Lines that are left out, because `about` says it better. */
  readonly hides?: RegExp;
  /** Or a command of its own. */
  readonly command?: readonly string[];
}

export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: "Ask it to work on files",
    about:
      "It uses tools, shows what it does, and every edit as a diff. Commands run confined, dangerous ones ask first.",
    fresh: true,
    lines: [
      'write "Team meeting on Tuesday at ten. Bring the plan." to plan.md',
      'replace "Tuesday" with "Thursday" in plan.md',
      "read plan.md",
    ],
  },
  {
    title: "It remembers",
    about: "Two small notebooks, one about you and one about your work. Every entry says where it came from.",
    lines: ["remember that I take my coffee black", "remember that the plan is kept in plan.md"],
  },
  {
    title: "A new conversation knows it",
    about: "Memory is frozen into the prompt when a conversation starts. Nothing was sent anywhere.",
    fresh: true,
    lines: ["what do you know about me?"],
  },
  {
    title: "Nothing said is ever lost",
    about: "Every conversation is stored and searchable, by the agent and by you.",
    fresh: true,
    lines: ["search my past conversations for coffee"],
  },
  {
    title: "Long conversations are made shorter, and longer again",
    about:
      "Compacting replaces the older part by a summary the model sees; the original stays and comes back on request. (Some long work went on before this, unseen. The offline model cannot summarise, so the program's own record takes the place of a summary.)",
    hides: /^No usable summary came back/,
    unseen: [
      "list the files here",
      "run seq 1 2000",
      "read plan.md",
      "run seq 1 3000",
      "run date",
      "run seq 1 2500",
      "what do you know about me?",
    ],
    lines: ["/compress here 1", "/compactions", "/undo-compact"],
  },
  {
    title: "Take things back",
    about: "/undo takes back your last message and everything after it. Memory changes can be undone, too.",
    lines: ["/undo"],
  },
  {
    title: "Undo what it learned",
    about: "Every change of memory is in a journal.",
    command: ["memory", "undo"],
  },
  {
    title: "See what the model sees",
    about: "Every part of the prompt, where it comes from, and what it costs.",
    command: ["context"],
  },
];
