// Skills: procedures on disk that the model reads when it needs them and writes from experience.
// Every method throws only StoreFailure; what a writer did wrong is a value.

import type { SkillHead } from "../kernel/skills/head.ts";
import type { ManagedChange } from "../kernel/skills/pending.ts";
import type { Likeness } from "../kernel/skills/similar.ts";
import type { SkillState, UsageEvent } from "../kernel/skills/usage.ts";
import type { Hidden } from "../kernel/skills/visible.ts";

/** Where a skill comes from decides who may change it unasked. */
export type SkillOrigin = "user" | "agent" | "bundled" | "hub" | "external";

export interface SkillEntry {
  /** One identity everywhere. */
  readonly name: string;
  readonly description: string;
  /** Folders above it, joined with `/`; "" for none. */
  readonly category: string;
  /** Absolute path of its folder. */
  readonly dir: string;
  readonly origin: SkillOrigin;
  readonly state: SkillState;
  readonly pinned: boolean;
  readonly head: SkillHead;
  readonly doubts: readonly string[];
  /** Folders holding a skill of the same name that this one hides. */
  readonly shadows: readonly string[];
}

export type SkillLookup =
  | { readonly type: "found"; readonly skill: SkillEntry }
  /** Exists, but not for this machine or not switched on. */
  | { readonly type: "hidden"; readonly skill: SkillEntry; readonly why: Hidden }
  /** Two of the same root; each listed path can be asked for. */
  | { readonly type: "ambiguous"; readonly matches: readonly string[] }
  | { readonly type: "none"; readonly known: readonly string[] };

export type LinkedFiles = Readonly<Record<string, readonly string[]>>;

/** What a command in skill text gave; `taint` names the source when its words come from outside. */
export interface InlineOutput {
  readonly text: string;
  readonly taint?: string;
}

/** Runs a command written in skill text, in the skill's folder. Never throws for what the command does. */
export type InlineShell = (command: string, cwd: string) => Promise<InlineOutput>;

export interface SkillReading {
  readonly sessionId?: string | undefined;
  /** Without it commands in the text stay text. */
  readonly shell?: InlineShell | undefined;
}

export interface SkillDocument {
  readonly content: string;
  /** Support folder → relative paths. */
  readonly files: LinkedFiles;
  readonly missingVariables: readonly string[];
  readonly missingCommands: readonly string[];
  readonly missingFiles: readonly string[];
  /** `key: value` of `skills.config` for the settings it declares. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** For people: which passages the scanner took out of the content, with file, line and reason. */
  readonly warnings: readonly string[];
  /** Outside sources whose words commands in the text brought in. */
  readonly taints: readonly string[];
}

export type SkillFile =
  | { readonly type: "text"; readonly path: string; readonly content: string; readonly warnings: readonly string[] }
  | { readonly type: "binary"; readonly path: string; readonly bytes: number }
  | { readonly type: "missing"; readonly files: LinkedFiles }
  | { readonly type: "refused"; readonly why: string };

export type SkillChange = ManagedChange;

export type WriteOrigin = "foreground" | "background_review" | "curator" | "user";

export interface ChangeAuthor {
  readonly origin: WriteOrigin;
  readonly sessionId?: string;
  /** Why this may only be proposed, whatever the settings say: the turn read foreign text. */
  readonly proposeOnly?: string;
}

export type ChangeOutcome =
  | {
      readonly type: "done";
      readonly message: string;
      readonly dir: string;
      readonly files: readonly string[];
      /** Existing skills on the same subject, after a create. */
      readonly similar: readonly Likeness[];
      readonly diff: string;
    }
  | { readonly type: "staged"; readonly id: string; readonly gist: string; readonly why: string }
  | {
      readonly type: "refused";
      readonly error: string;
      /** More for the model: a preview, what files there are. */
      readonly detail?: Readonly<Record<string, unknown>>;
    };

export interface PendingChange {
  readonly id: string;
  readonly action: SkillChange["type"];
  readonly summary: string;
  readonly origin: WriteOrigin;
  readonly createdAt: string;
  readonly change: SkillChange;
}

export interface Skills {
  /** Visible here, sorted by category and name; edits on disk are seen at once. */
  list(): Promise<readonly SkillEntry[]>;
  /** By name, folder name, slug or `category/name`. */
  find(reference: string): Promise<SkillLookup>;
  /** The prompt's index where these tools and toolsets are at hand; "" when there is nothing to show. Unknown toolsets hide nothing. */
  index(tools: readonly string[], toolsets?: readonly string[]): Promise<string>;
  read(skill: SkillEntry, reading?: SkillReading): Promise<SkillDocument>;
  readFile(skill: SkillEntry, path: string): Promise<SkillFile>;
  change(change: SkillChange, author: ChangeAuthor): Promise<ChangeOutcome>;
  /** Best effort: never fails what is being counted. */
  count(name: string, event: UsageEvent): Promise<void>;
  /** Changes that wait for a person. */
  pending(): Promise<readonly PendingChange[]>;
  approve(id: string): Promise<ChangeOutcome>;
  reject(id: string): Promise<boolean>;
  /** A unified diff of what approving would do. */
  diff(id: string): Promise<string | undefined>;
}
