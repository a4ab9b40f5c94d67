// What the terminal interface is given when it starts.

import type { Facts } from "../../config/process-facts.ts";
import type { Session } from "../../contracts/session.ts";
import type { Clock } from "../../contracts/time.ts";
import type { ImagePart } from "../../kernel/message.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { App } from "../../runtime/app.ts";
import type { Io } from "../cli/io.ts";
import type { FirstFrame } from "./first-frame.ts";

export interface Opened {
  readonly app: App;
  readonly session: Session;
}

export interface TuiContext {
  readonly io: Io;
  readonly facts: Facts;
  readonly clock: Clock;
  readonly profile: string | undefined;
  readonly openAdmin: OpenAdmin;
  /** Where its sessions come from, for lists and filters. */
  readonly source: string;
  /** `--ignore-user-config`: the looks are the built-in ones, too. */
  readonly ignoreUserConfig: boolean;
  /** Stand in the composer when it opens. */
  readonly images: readonly ImagePart[];
  /** The session is an old one: its end is shown. */
  readonly resumed: boolean;
  /** Drawn already, to be replaced. */
  readonly firstFrame: FirstFrame;
  /** Everything behind the prompt. Called once people can type. */
  open(): Promise<Opened>;
}
