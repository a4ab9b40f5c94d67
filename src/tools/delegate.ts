// Handing work to agents of their own context. This is only the shape; who runs them is passed in.

import { z } from "zod";
import type { Spawn } from "../contracts/delegation.ts";
import { defineTool, jsonResult, type Tool } from "../contracts/tool.ts";
import { fileLists } from "../kernel/compress/file-lists.ts";
import { ellipsize, oneLine } from "../kernel/text.ts";
import { failed } from "./failures.ts";
import { zodSchema } from "./schema.ts";

const TASK = () =>
  z.object({
    goal: z.string().min(1),
    context: z.string().optional(),
    toolsets: z.array(z.string()).optional(),
  });

const AT_ONCE = () =>
  TASK()
    .partial()
    .extend({ tasks: z.array(TASK()).optional() });
const LATER = () => ({ background: z.boolean().default(false).describe("One task; its result arrives later") });

type Input = z.output<ReturnType<typeof AT_ONCE>> & { readonly background?: boolean };

export function delegateTool(spawn: Spawn): Tool {
  return defineTool<Input>({
    name: "delegate_task",
    toolset: "delegation",
    description: `Give work to sub-agents with a fresh context: one goal, or up to ${spawn.maxParallel} tasks in parallel. They see only goal and context, so put in everything they need; you get their summaries.`,
    input: zodSchema(spawn.dispatch === undefined ? "delegate_task at once" : "delegate_task", () =>
      spawn.dispatch === undefined ? AT_ONCE() : AT_ONCE().extend(LATER()),
    ),
    effect: "execute",
    output: "own",
    // A child inherits what this conversation has read: what it does is judged there.
    reach: () => "looks",
    touches: () => [],
    label: ({ goal, tasks }) => ellipsize(oneLine(goal ?? `${tasks?.length ?? 0} tasks`), 120),
    badInput: (why) => failed(why),
    async run(input, context) {
      const tasks =
        input.tasks !== undefined && input.tasks.length > 0
          ? input.tasks
          : input.goal === undefined
            ? []
            : [{ ...input, goal: input.goal }];
      const clean = tasks.map(({ goal, context: given, toolsets }) => ({
        goal,
        ...(given && { context: given }),
        ...(toolsets && { toolsets }),
      }));
      const [first] = clean;
      if (first === undefined) return failed("goal or tasks is needed.");
      if (clean.length > spawn.maxParallel)
        return failed(`At most ${spawn.maxParallel} tasks at once, not ${clean.length}.`);
      if (input.background === true && spawn.dispatch !== undefined) {
        if (clean.length > 1) return failed("In the background one task runs per call.");
        const sent = spawn.dispatch(first, context);
        if (sent.type === "refused") return failed(sent.why);
        return jsonResult({ status: "dispatched", mode: "background", delegation_id: sent.delegation_id });
      }
      const started = spawn.now();
      const done = await spawn.run(clean, context);
      const results = done.map(({ taints: _taints, changes: _changes, ...shown }) => shown);
      const sources = [...new Set(done.flatMap(({ taints }) => taints))];
      const total_duration_seconds = Math.round((spawn.now() - started) / 100) / 10;
      return {
        ...jsonResult({ ...fileLists(done.flatMap(({ changes }) => changes)), results, total_duration_seconds }),
        isError: results.every(({ status }) => status !== "completed"),
        ...(sources.length > 0 && { taint: sources.join(", ") }),
      };
    },
  });
}
