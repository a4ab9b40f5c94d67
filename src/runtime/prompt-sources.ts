// Gathers what the prompt is built from: identity, project files, memory, workspace. Reading happens here, deciding in the kernel.

import { type Environment, workplaceOf } from "../contracts/environment.ts";
import type { ModelChoice, ToolSpec } from "../contracts/model.ts";
import type { BuiltPrompt, PromptRequest, PromptSource } from "../contracts/prompt.ts";
import type { Tool } from "../contracts/tool.ts";
import type { Principal } from "../kernel/principal.ts";
import { buildPrompt, type EnvironmentFacts, type PromptInput, type SourcedText } from "../kernel/prompt/build.ts";
import type { GatheredCoding } from "./workspace-facts.ts";

export interface PromptFiles {
  /** Already scanned and cut; undefined when there is none. */
  identity(): Promise<GatheredText | undefined>;
  project(env: Environment): Promise<readonly GatheredText[]>;
  memory(principal: Principal, sessionId: string): Promise<MemoryTexts>;
  skillsIndex(tools: readonly Tool[]): Promise<GatheredText>;
  coding(env: Environment, platform: string): Promise<GatheredCoding | undefined>;
}

export interface GatheredText extends SourcedText {
  readonly notices: readonly string[];
}

export interface MemoryTexts {
  readonly memory?: SourcedText;
  readonly userProfile?: SourcedText;
  readonly external?: SourcedText;
  readonly notices: readonly string[];
}

export interface PromptFacts {
  readonly files: PromptFiles;
  /** What of these tools can work with this model. */
  offered(tools: readonly Tool[], choice: ModelChoice): Promise<readonly Tool[]>;
  readonly settings: Pick<
    PromptInput,
    "toolUseEnforcement" | "finishing" | "environmentHint" | "timeZone" | "profile"
  > & {
    readonly platformHints: Readonly<Record<string, NonNullable<PromptInput["platform"]["override"]>>>;
    readonly showSessionId: boolean;
    /** The machine's own date in words; undefined where a time zone is configured. */
    readonly today: ((at: number) => string) | undefined;
  };
  readonly host: { readonly description: string; readonly home: string };
}

export function createPromptSource({ files, offered, settings, host }: PromptFacts): PromptSource {
  return {
    async build(request): Promise<BuiltPrompt> {
      const tools = await offered(request.tools, request.choice);
      const [identity, project, memory, skillsIndex, coding] = await Promise.all([
        request.inherited ? undefined : files.identity(),
        request.inherited ? [] : files.project(request.env),
        files.memory(request.principal, request.sessionId),
        files.skillsIndex(tools),
        files.coding(request.env, request.platform),
      ]);
      const override = settings.platformHints[request.platform];
      const built = buildPrompt({
        ...settings,
        ...(identity === undefined ? {} : { identity }),
        tools: tools.map((tool) => tool.name),
        model: request.choice.model,
        skillsIndex: skillsIndex.text,
        environment: environmentFacts(request, host),
        ...(coding === undefined ? {} : { coding: coding.coding }),
        platform: { key: request.platform, ...(override === undefined ? {} : { override }) },
        ...(request.callerSystem === undefined ? {} : { callerSystem: request.callerSystem }),
        project: request.inherited ? { inherited: request.inherited.projectBlock } : { files: project },
        ...(memory.memory === undefined ? {} : { memory: memory.memory }),
        ...(memory.userProfile === undefined ? {} : { userProfile: memory.userProfile }),
        ...(memory.external === undefined ? {} : { externalMemory: memory.external }),
        startedAt: request.at,
        ...(settings.today === undefined ? {} : { startedOn: settings.today(request.at) }),
        ...(settings.showSessionId ? { sessionId: request.sessionId } : {}),
      });
      return {
        prompt: { ...built, tools: tools.map(toSpec) },
        notices: [
          ...(identity?.notices ?? []),
          ...project.flatMap((file) => file.notices),
          ...memory.notices,
          ...(coding?.notices ?? []),
          ...skillsIndex.notices,
        ],
      };
    },
  };
}

export function toSpec(tool: Tool): ToolSpec {
  return { name: tool.name, description: tool.description, schema: tool.input.json };
}

function environmentFacts({ env }: PromptRequest, host: PromptFacts["host"]): EnvironmentFacts {
  if (env.kind === "local")
    return { type: "local", host: host.description, home: host.home, cwd: workplaceOf(env), notes: [env.confinement] };
  return { type: "remote", kind: env.kind, cwd: workplaceOf(env), notes: [env.confinement] };
}
