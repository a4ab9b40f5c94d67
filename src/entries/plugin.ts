// What a plugin author imports: the types of every contribution, and the small constructors that make tools.

export type { Command, Reply } from "../contracts/command.ts";
export type { CompactResult, Complete, ContextEngine, ContextView } from "../contracts/context.ts";
export type { Environment } from "../contracts/environment.ts";
export type { Gate, Verdict } from "../contracts/gate.ts";
export type { MemoryChange, MemoryProvider, MemorySession } from "../contracts/memory.ts";
export type { ModelEvent, ModelInfo, ModelProvider, ModelRequest } from "../contracts/model.ts";
export type { Address, Inbound, Outbound, PlatformAdapter, PlatformTraits } from "../contracts/platform.ts";
export type { Contributions, Hooks, Plugin, PluginHost } from "../contracts/plugin.ts";
export {
  defineTool,
  jsonError,
  jsonResult,
  type Schema,
  type Tool,
  type ToolContext,
  type ToolReach,
  type ToolResult,
} from "../contracts/tool.ts";
export { ModelFailure } from "../kernel/failure.ts";
export type { AssistantMessage, Message, Part, ToolCall, ToolMessage, Usage, UserMessage } from "../kernel/message.ts";
