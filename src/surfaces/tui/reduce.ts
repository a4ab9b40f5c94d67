// (state, action) → state: the whole behaviour of the interface, without a terminal.

import type { Reply } from "../../contracts/command.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import type { ImagePart } from "../../kernel/message.ts";
import { visibleIn } from "../../kernel/output/visible.ts";
import type { Messages } from "./messages.ts";
import type { Picker } from "./picker.ts";
import { begin, onEvent } from "./reduce-event.ts";
import { type Block, type BusyMode, type OpenQuestion, type Unkeyed, type ViewState, withBlock } from "./state.ts";

export type Action =
  | { readonly type: "event"; readonly event: AgentEvent; readonly at: number }
  | {
      readonly type: "sent";
      readonly key: number;
      readonly text: string;
      readonly images: readonly ImagePart[];
      readonly delivery: "queue" | "steer";
    }
  /** What was sent under this key is now known by this id. */
  | { readonly type: "admitted"; readonly key: number; readonly id: string }
  | { readonly type: "unsent"; readonly key: number }
  | { readonly type: "said"; readonly level: "info" | "warning" | "error" | "quiet"; readonly text: string }
  | { readonly type: "replied"; readonly command: string; readonly reply: Extract<Reply, { type: "text" | "table" }> }
  | {
      readonly type: "shell";
      readonly id: number;
      readonly command: string;
      readonly output: string;
      readonly code: number | undefined;
      readonly done: boolean;
    }
  | { readonly type: "divider"; readonly text: string }
  | { readonly type: "banner"; readonly model: string; readonly place: string; readonly tools: number | undefined }
  | { readonly type: "recalled"; readonly blocks: readonly Unkeyed[] }
  | { readonly type: "choose"; readonly chosen: number }
  | { readonly type: "write"; readonly writing: OpenQuestion["writing"] }
  | { readonly type: "expand"; readonly expanded: boolean }
  | { readonly type: "thoughts"; readonly shown: boolean }
  | { readonly type: "busy-mode"; readonly mode: BusyMode }
  | { readonly type: "flash"; readonly text: string }
  | {
      readonly type: "facts";
      readonly facts: Partial<Pick<ViewState, "model" | "title" | "yolo" | "window" | "usage">>;
    }
  | { readonly type: "pick"; readonly picker: Picker | undefined }
  | { readonly type: "cleared" };

export function createReducer(messages: Messages): (state: ViewState, action: Action) => ViewState {
  return (state, given) => {
    const action = visibleIn(given);
    switch (action.type) {
      case "event":
        return onEvent(state, action.event, action.at, messages);
      case "sent":
        return onSent(state, action);
      case "admitted":
        return begin({
          ...state,
          waiting: state.waiting.map((one) => (one.key === action.key ? { ...one, id: action.id } : one)),
        });
      case "unsent":
        return { ...state, waiting: state.waiting.filter((one) => one.key !== action.key) };
      case "said":
        return withBlock(state, { type: "notice", level: action.level, text: action.text, done: true });
      case "replied":
        return withBlock(state, { type: "reply", command: action.command, reply: action.reply, done: true });
      case "shell":
        return onShell(state, action);
      case "divider":
        return withBlock(state, { type: "divider", text: action.text, done: true });
      case "banner":
        return onBanner(state, action);
      case "recalled":
        return action.blocks.reduce(withBlock, state);
      case "choose":
        return state.question === undefined
          ? state
          : { ...state, question: { ...state.question, chosen: action.chosen } };
      case "write":
        return state.question === undefined
          ? state
          : { ...state, question: { ...state.question, writing: action.writing } };
      case "expand":
        return { ...state, expanded: action.expanded };
      case "thoughts":
        return { ...state, showThoughts: action.shown };
      case "busy-mode":
        return { ...state, busyMode: action.mode };
      case "flash":
        return state.flash === action.text ? state : { ...state, flash: action.text };
      case "facts":
        return { ...state, ...action.facts };
      case "pick":
        return { ...state, picker: action.picker };
      case "cleared":
        return { ...state, blocks: [], todos: [], waiting: [], usage: undefined, costUsd: undefined, title: "" };
    }
  };
}

function onSent(state: ViewState, { key, text, images, delivery }: Extract<Action, { type: "sent" }>): ViewState {
  return delivery === "steer"
    ? withBlock(state, { type: "user", text, images, how: "steered", done: true })
    : { ...state, waiting: [...state.waiting, { key, text, images, id: undefined }] };
}

/** It stands there at once and is done when it is known who answers with what. */
function onBanner(state: ViewState, action: Extract<Action, { type: "banner" }>): ViewState {
  const banner: Unkeyed = { ...action, done: action.tools !== undefined };
  const open = state.blocks.find((block) => block.type === "banner" && !block.done);
  if (open === undefined) return withBlock(state, banner);
  return {
    ...state,
    blocks: state.blocks.map((block) => (block === open ? ({ ...banner, key: open.key } as Block) : block)),
  };
}

function onShell(state: ViewState, action: Extract<Action, { type: "shell" }>): ViewState {
  const running = state.blocks.some((block) => block.type === "shell" && block.id === action.id);
  if (!running) return withBlock(state, action);
  return {
    ...state,
    blocks: state.blocks.map((block) =>
      block.type === "shell" && block.id === action.id ? { ...action, key: block.key } : block,
    ),
  };
}
