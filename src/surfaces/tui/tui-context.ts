// What the terminal interface is given when it starts.

import type { Facts } from "../../config/process-facts.ts";
import type { OpenAdmin } from "../../runtime/admin.ts";
import type { Io } from "../cli/io.ts";
import type { FirstFrame } from "./first-frame.ts";

export interface TuiContext {
  readonly io: Io;
  readonly facts: Facts;
  readonly profile: string | undefined;
  /** The session is an old one: its end is shown. */
  readonly openAdmin: OpenAdmin;
  readonly resumed: boolean;
  readonly warnings: readonly string[];
  /** Drawn already, to be replaced. */
  readonly firstFrame: FirstFrame;
}
