// What an event of the agent changes in what is shown.

import type { Answer } from "../../contracts/question.ts";
import type { AgentEvent } from "../../contracts/session.ts";
import { isRecord } from "../../kernel/json.ts";
import type { Part } from "../../kernel/message.ts";
import type { Messages } from "./messages.ts";
import { type Block, type CallBlock, isWorking, type Unkeyed, type ViewState, withBlock } from "./state.ts";
import { cutStream, finish } from "./stream-cut.ts";

export function onEvent(state: ViewState, event: AgentEvent, at: number, messages: Messages): ViewState {
  switch (event.type) {
    case "turn-start":
      return begin({ ...state, busy: true, turnStartedAt: at, status: "", unclaimed: event.inputs });
    case "text":
      return onText(closeThought(state, at), event.delta);
    case "reasoning":
      return onThought(state, event.delta, at);
    case "call-building":
      return { ...closeThought(closeAnswer(state), at), building: { tool: event.tool, chars: event.chars } };
    case "tool-start":
      return withBlock({ ...closeThought(closeAnswer(state), at), building: undefined }, startedCall(event, at));
    case "tool-progress":
      return changeCall(state, event.callId, (call) => ({ progress: [...call.progress, event.line].slice(-200) }));
    case "tool-end":
      return onToolEnd(state, event);
    case "question":
      return state.question === undefined
        ? { ...state, question: { question: event.question, chosen: 0, writing: "nothing" } }
        : { ...state, laterQuestions: [...state.laterQuestions, event.question] };
    case "question-closed":
      return closeQuestion(state, event.id, event.answer, messages);
    case "notice":
      return withBlock(closeAnswer(state), { type: "notice", level: event.level, text: event.text, done: true });
    case "status":
      return { ...state, status: event.text, ...(isWorking(state) ? {} : { turnStartedAt: at }) };
    case "usage":
      return onUsage(state, event);
    case "session-moved":
      // How full the window was says nothing about the part that goes on.
      return withBlock(closeAnswer({ ...state, usage: undefined }), {
        type: "divider",
        text: messages.compacted,
        done: true,
      });
    case "turn-end":
      return onTurnEnd(state, event, at, messages);
  }
}

/** What waited and is being answered now becomes part of the conversation. The word of either may come first. */
export function begin(state: ViewState): ViewState {
  const begun = state.waiting.filter(({ id }) => id !== undefined && state.unclaimed.includes(id));
  if (begun.length === 0) return state;
  const left: ViewState = {
    ...state,
    waiting: state.waiting.filter((one) => !begun.includes(one)),
    unclaimed: state.unclaimed.filter((id) => !begun.some((one) => one.id === id)),
  };
  return begun.reduce(
    (next, { text, images }) => withBlock(next, { type: "user", text, images, how: "sent", done: true }),
    left,
  );
}

function onText(state: ViewState, delta: string): ViewState {
  const last = state.blocks.at(-1);
  const open = last?.type === "answer" && !last.done ? last : undefined;
  const before = open === undefined ? state.blocks : state.blocks.slice(0, -1);
  let rest: { text: string; fence?: NonNullable<typeof open>["fence"] } = {
    text: (open?.text ?? "") + delta,
    ...(open?.fence === undefined ? {} : { fence: open.fence }),
  };
  const blocks: Block[] = [...before];
  let key = open?.key ?? state.nextKey;
  let nextKey = open === undefined ? state.nextKey + 1 : state.nextKey;
  for (let cut = cutStream(rest.text, rest.fence); cut !== undefined; cut = cutStream(rest.text, rest.fence)) {
    blocks.push({ type: "answer", key, done: true, ...cut.head });
    rest = cut.tail;
    key = nextKey++;
  }
  return { ...state, building: undefined, blocks: [...blocks, { type: "answer", key, done: false, ...rest }], nextKey };
}

function onThought(state: ViewState, delta: string, at: number): ViewState {
  const last = state.blocks.at(-1);
  if (last?.type === "thought" && !last.done)
    return swapLast(state, { ...last, text: last.text + delta, ms: at - last.startedAt });
  return withBlock(closeAnswer(state), { type: "thought", text: delta, startedAt: at, ms: 0, done: false });
}

function closeThought(state: ViewState, at: number): ViewState {
  const last = state.blocks.at(-1);
  if (last?.type !== "thought" || last.done) return state;
  return swapLast(state, { ...last, ms: at - last.startedAt, done: true });
}

function closeAnswer(state: ViewState): ViewState {
  const last = state.blocks.at(-1);
  if (last?.type !== "answer" || last.done) return state;
  const end = finish(last.text, last.fence);
  if (end.text.trim() === "" && end.fence === undefined) return { ...state, blocks: state.blocks.slice(0, -1) };
  return swapLast(state, { type: "answer", key: last.key, done: true, ...end });
}

function startedCall(event: Extract<AgentEvent, { type: "tool-start" }>, at: number): Unkeyed {
  return {
    type: "call",
    id: event.call.id,
    tool: event.call.tool,
    label: event.label,
    startedAt: at,
    ms: 0,
    state: "running",
    tasks: tasksOf(event.call.input),
    progress: [],
    result: "",
    images: [],
    display: undefined,
    done: false,
  };
}

/** The goals of a delegating call, whichever of its two forms was used. */
function tasksOf(input: unknown): readonly string[] {
  if (!isRecord(input)) return [];
  const given = Array.isArray(input.tasks) ? input.tasks : [input];
  return given.flatMap((task) => (isRecord(task) && typeof task.goal === "string" ? [task.goal] : []));
}

function onToolEnd(state: ViewState, event: Extract<AgentEvent, { type: "tool-end" }>): ViewState {
  const changed = changeCall(state, event.callId, () => ({
    done: true,
    state: event.isError ? "failed" : "ok",
    ms: event.ms,
    result: wordsOf(event.parts),
    images: event.parts.filter((part) => part.type === "image"),
    display: event.display,
  }));
  return event.display?.type === "todo" ? { ...changed, todos: event.display.items } : changed;
}

function onUsage(state: ViewState, event: Extract<AgentEvent, { type: "usage" }>): ViewState {
  return {
    ...state,
    usage: event.usage,
    model: event.model,
    window: event.window,
    costUsd: event.costUsd === undefined ? state.costUsd : (state.costUsd ?? 0) + event.costUsd,
    totals: {
      input: state.totals.input + event.usage.input,
      output: state.totals.output + event.usage.output,
      cacheRead: state.totals.cacheRead + event.usage.cacheRead,
    },
  };
}

function onTurnEnd(
  state: ViewState,
  event: Extract<AgentEvent, { type: "turn-end" }>,
  at: number,
  messages: Messages,
): ViewState {
  const closed = closeThought(closeAnswer(state), at);
  const blocks = closed.blocks.map((block): Block => {
    if (block.done) return block;
    return block.type === "call" ? { ...block, done: true, state: "failed", result: "" } : { ...block, done: true };
  });
  const ended: ViewState = { ...closed, blocks, busy: false, status: "", building: undefined, ...NO_QUESTIONS };
  if (event.failure !== undefined)
    return withBlock(ended, { type: "notice", level: "error", text: event.failure.message, done: true });
  const words = { aborted: messages.interrupted, "budget-spent": messages.budgetSpent, refused: messages.refused };
  const text = Object.hasOwn(words, event.reason) ? words[event.reason as keyof typeof words] : undefined;
  return text === undefined ? ended : withBlock(ended, { type: "notice", level: "quiet", text, done: true });
}

const NO_QUESTIONS = { question: undefined, laterQuestions: [] };

function closeQuestion(state: ViewState, id: string, answer: Answer, messages: Messages): ViewState {
  const isOpen = state.question?.question.id === id;
  const later = state.laterQuestions.filter((question) => question.id !== id);
  const [next, ...rest] = later;
  const closed: ViewState = !isOpen
    ? { ...state, laterQuestions: later }
    : next === undefined
      ? { ...state, question: undefined, laterQuestions: [] }
      : { ...state, question: { question: next, chosen: 0, writing: "nothing" }, laterQuestions: rest };
  return answer.type === "unanswered"
    ? withBlock(closed, { type: "notice", level: "quiet", text: messages.unanswered(answer.why), done: true })
    : closed;
}

function changeCall(state: ViewState, id: string, change: (call: CallBlock) => Partial<CallBlock>): ViewState {
  return {
    ...state,
    blocks: state.blocks.map((block) =>
      block.type === "call" && block.id === id && !block.done ? { ...block, ...change(block) } : block,
    ),
  };
}

function wordsOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function swapLast(state: ViewState, block: Block): ViewState {
  return { ...state, blocks: [...state.blocks.slice(0, -1), block] };
}
