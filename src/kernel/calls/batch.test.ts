import fc from "fast-check";
import { expect, test } from "vitest";
import { batchCalls, type Planned } from "./batch.ts";

const plan = (effect: Planned["effect"], ...paths: string[]): Planned => ({
  call: { id: paths.join(), tool: "t", input: {} },
  effect,
  paths,
});

test("reads run together", () => {
  expect(batchCalls([plan("read", "/a"), plan("read", "/a"), plan("read")])).toHaveLength(1);
});
test("writes to different places run together, to the same place one after the other", () => {
  expect(batchCalls([plan("write", "/a/x"), plan("write", "/a/y")])).toHaveLength(1);
  expect(batchCalls([plan("write", "/a/x"), plan("write", "/a/x")])).toHaveLength(2);
  expect(batchCalls([plan("write", "/a"), plan("read", "/a/x")])).toHaveLength(2);
  expect(batchCalls([plan("write", "/ab"), plan("read", "/a")])).toHaveLength(1);
});
test("a command runs alone, and so does a writer that names nothing", () => {
  expect(batchCalls([plan("read", "/a"), plan("execute"), plan("read", "/b")])).toHaveLength(3);
  expect(batchCalls([plan("write"), plan("write", "/b")])).toHaveLength(2);
});

const anyPlan = fc
  .record({
    effect: fc.constantFrom<Planned["effect"]>("read", "write", "execute"),
    paths: fc.array(fc.constantFrom("/a", "/a/b", "/c"), { maxLength: 2 }),
  })
  .map(({ effect, paths }) => plan(effect, ...paths));
test("every call once, in order", () => {
  fc.assert(
    fc.property(fc.array(anyPlan, { maxLength: 30 }), (planned) => {
      expect(batchCalls(planned).flat()).toEqual(planned);
    }),
  );
});
