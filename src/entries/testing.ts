// What tests of plugins and agents import: a model that says what it is told, in process or behind the vendors' wires.

export { type FakeEnvironment, fakeEnvironment } from "../testing/fake-environment.ts";
export { fakeClock, fakeIds, fakeLog, tempDir } from "../testing/fakes.ts";
export { memorySessionStore } from "../testing/memory-session-store.ts";
export { type ModelServer, startModelServer } from "../testing/model-server.ts";
export {
  call,
  calls,
  fail,
  forever,
  overflow,
  raw,
  rawCall,
  reply,
  says,
  thought,
  withFaults,
  words,
} from "../testing/script.ts";
export { type ScriptedModel, scripted, scriptedWith } from "../testing/scripted-model.ts";
export { validateRequest } from "../testing/validate-request.ts";
