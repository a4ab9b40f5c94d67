// Everything the interface shows, as plain data. It changes only through reduce.ts; it is drawn only by functions of it.

import type { Reply } from "../../contracts/command.ts";
import type { Question } from "../../contracts/question.ts";
import type { ToolDisplay } from "../../contracts/tool.ts";
import type { ImagePart, Usage } from "../../kernel/message.ts";
import type { Picker } from "./picker.ts";

export type BusyMode = "interrupt" | "queue" | "steer";

/** A piece of the conversation. `done` never changes again and may be printed for good. */
export type Block = { readonly key: number; readonly done: boolean } & (
  | { readonly type: "banner"; readonly model: string; readonly place: string; readonly tools: number | undefined }
  | {
      readonly type: "user";
      readonly text: string;
      readonly how: "sent" | "steered";
      readonly images?: readonly ImagePart[];
    }
  /** `fence`: a run of code lines cut out of a longer code block, so that it can be printed while it grows. */
  | { readonly type: "answer"; readonly text: string; readonly fence?: Fence }
  | { readonly type: "thought"; readonly text: string; readonly startedAt: number; readonly ms: number }
  | CallBlock
  | { readonly type: "notice"; readonly level: "info" | "warning" | "error" | "quiet"; readonly text: string }
  | { readonly type: "divider"; readonly text: string }
  | { readonly type: "reply"; readonly command: string; readonly reply: Extract<Reply, { type: "text" | "table" }> }
  | {
      readonly type: "shell";
      readonly id: number;
      readonly command: string;
      readonly output: string;
      readonly code: number | undefined;
    }
);

export interface Fence {
  readonly language: string;
  readonly opens: boolean;
  readonly closes: boolean;
}

export interface CallBlock {
  readonly key: number;
  readonly done: boolean;
  readonly type: "call";
  readonly id: string;
  readonly tool: string;
  readonly label: string;
  readonly startedAt: number;
  readonly ms: number;
  readonly state: "running" | "ok" | "failed";
  /** What sub-agents were asked to do, in order; empty for other calls. */
  readonly tasks: readonly string[];
  /** Lines the tool reported while it worked, newest last. */
  readonly progress: readonly string[];
  readonly result: string;
  /** Pictures it gave back. */
  readonly images: readonly ImagePart[];
  readonly display: ToolDisplay | undefined;
}

/** Said, and not yet answered by a turn. */
export interface Waiting {
  readonly key: number;
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** Undefined until it has been taken in. */
  readonly id: string | undefined;
}

export interface TodoItem {
  readonly text: string;
  readonly status: string;
}

export interface ViewState {
  readonly blocks: readonly Block[];
  readonly nextKey: number;
  readonly busy: boolean;
  readonly turnStartedAt: number;
  /** What the agent says it is doing; "" when it says nothing. */
  readonly status: string;
  readonly building: { readonly tool: string; readonly chars: number } | undefined;
  readonly waiting: readonly Waiting[];
  /** Inputs of the newest turn that nobody here is known to have said. */
  readonly unclaimed: readonly string[];
  readonly todos: readonly TodoItem[];
  readonly question: OpenQuestion | undefined;
  /** Asked while another question was open. */
  readonly laterQuestions: readonly Question[];
  /** A list to choose from, in the composer's place. */
  readonly picker: Picker | undefined;
  readonly model: string;
  readonly title: string;
  readonly yolo: boolean;
  readonly usage: Usage | undefined;
  readonly window: number;
  readonly costUsd: number | undefined;
  readonly totals: { readonly input: number; readonly output: number; readonly cacheRead: number };
  readonly expanded: boolean;
  readonly showThoughts: boolean;
  readonly busyMode: BusyMode;
  /** A short remark beside the composer that goes away with the next key. */
  readonly flash: string;
}

export interface OpenQuestion {
  readonly question: Question;
  readonly chosen: number;
  /** What the person is writing meanwhile: an answer of their own, or a command. */
  readonly writing: "nothing" | "answer" | "command";
}

export const EMPTY: ViewState = {
  blocks: [],
  nextKey: 1,
  busy: false,
  turnStartedAt: 0,
  status: "",
  building: undefined,
  waiting: [],
  unclaimed: [],
  todos: [],
  question: undefined,
  laterQuestions: [],
  picker: undefined,
  model: "",
  title: "",
  yolo: false,
  usage: undefined,
  window: 0,
  costUsd: undefined,
  totals: { input: 0, output: 0, cacheRead: 0 },
  expanded: false,
  showThoughts: false,
  busyMode: "interrupt",
  flash: "",
};

/** How many blocks from the start are final: those, and only those, may be printed. */
export function settledCount(state: ViewState): number {
  const open = state.blocks.findIndex((block) => !block.done);
  return open === -1 ? state.blocks.length : open;
}

export type Unkeyed = Block extends infer B ? (B extends Block ? Omit<B, "key"> : never) : never;

/** The state with one more block at its end. */
export function withBlock(state: ViewState, block: Unkeyed): ViewState {
  return { ...state, blocks: [...state.blocks, { ...block, key: state.nextKey } as Block], nextKey: state.nextKey + 1 };
}

/** A turn runs, or something between turns says what it does. */
export function isWorking({ busy, status }: Pick<ViewState, "busy" | "status">): boolean {
  return busy || status !== "";
}
