import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../config/defaults.data.ts";
import type { ContextEngine } from "../contracts/context.ts";
import { type Message, NO_USAGE, text, userMessage } from "../kernel/message.ts";
import { fakeClock, fakeLog } from "../testing/fakes.ts";
import { chooseEngine, composeEngine } from "./engine.ts";

const engine = (name: string): ContextEngine => ({
  name,
  assess: () => "fits",
  compact: async () => ({ type: "unchanged", why: "" }),
});
const plugin = (name: string, context?: ContextEngine) => ({
  name,
  contributions: context === undefined ? {} : { context },
});

test("an engine runs when it is named, and only then", () => {
  const tidy = engine("tidy");
  const plugins = [plugin("words"), plugin("keeper", tidy)];
  expect(chooseEngine("compressor", plugins)).toEqual({ plugged: undefined, problems: [] });
  expect(chooseEngine("keeper", plugins)).toEqual({ plugged: tidy, problems: [] });
  expect(chooseEngine("tidy", plugins)).toEqual({ plugged: tidy, problems: [] });
});

test("a name nobody brings is told, with what there is", () => {
  const { plugged, problems } = chooseEngine("tidy", [plugin("tidy"), plugin("keeper", engine("other"))]);
  expect(plugged).toBeUndefined();
  expect(problems).toEqual([
    'There is no context engine "tidy" (context.engine); compressor is used. There is: compressor, keeper.',
  ]);
});

test("config reaches the built-in engine: the message limit of chats, and the switch", () => {
  const config = DEFAULT_CONFIG;
  const ground = { clock: fakeClock(), log: fakeLog(), redact: (text: string) => text };
  const composed = (limit: number, enabled = true) => {
    const compression = { ...config.compression, hygiene_hard_message_limit: limit, enabled };
    return composeEngine({ ...ground, config: { ...config, compression } }, [], undefined);
  };
  const parts = [text("word ".repeat(90))];
  const said: Message = { role: "assistant", parts, stop: "end", usage: NO_USAGE, model: "a/m", at: 1 };
  const messages = Array.from({ length: 40 }, (_, n) => ({
    seq: n + 1,
    message: n % 2 === 0 ? userMessage(`question ${n}`, 1) : said,
  }));
  const view = { messages, window: 1_000_000, estimate: 6_000, beforeChatMessage: true };
  expect(composed(40)?.assess(view)).toBe("compact");
  expect(composed(41)?.assess(view)).toBe("fits");
  expect(composed(40)?.assess({ ...view, beforeChatMessage: false })).toBe("fits");
  expect(composed(40, false)).toBeUndefined();
});

test("the built-in's name is nobody else's, and of two of one name the plugin's own counts", () => {
  const [first, second] = [engine("tidy"), engine("compressor")];
  expect(chooseEngine("compressor", [plugin("compressor", second)]).plugged).toBeUndefined();
  const both = chooseEngine("tidy", [plugin("a", first), plugin("tidy", second)]);
  expect(both.plugged).toBe(second);
  expect(both.problems).toEqual(['The context engine "tidy" is brought by several plugins; that of tidy is used.']);
});
