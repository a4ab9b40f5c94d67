// What loading plugins needs of the program, in one place so that its parts need not know each other.

import type { Home } from "../../config/home.ts";
import type { Facts } from "../../config/process-facts.ts";
import type { Config } from "../../config/schema.ts";
import type { Log } from "../../contracts/log.ts";

export interface PluginWiring {
  readonly home: Home;
  readonly config: Config;
  readonly facts: Facts;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}
