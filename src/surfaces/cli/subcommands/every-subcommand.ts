// Every subcommand in one piece, loaded when any of them is typed.

import * as approvals from "./approvals.ts";
import * as auth from "./auth.ts";
import * as bundles from "./bundles.ts";
import * as checkpoints from "./checkpoints.ts";
import * as completion from "./completion.ts";
import * as config from "./config.ts";
import * as context from "./context.ts";
import * as curator from "./curator.ts";
import * as debug from "./debug.ts";
import * as demo from "./demo.ts";
import * as doctor from "./doctor.ts";
import * as fallback from "./fallback.ts";
import * as insights from "./insights.ts";
import * as learned from "./learned.ts";
import * as logs from "./logs.ts";
import * as memory from "./memory.ts";
import * as model from "./model.ts";
import * as plugins from "./plugins.ts";
import * as profile from "./profile.ts";
import * as scan from "./scan.ts";
import * as sessions from "./sessions.ts";
import * as setup from "./setup.ts";
import * as skills from "./skills.ts";
import * as status from "./status.ts";
import * as tools from "./tools.ts";
import * as version from "./version.ts";

export const EVERY_SUBCOMMAND = {
  approvals,
  auth,
  bundles,
  checkpoints,
  completion,
  config,
  context,
  curator,
  demo,
  debug,
  doctor,
  fallback,
  insights,
  learned,
  logs,
  memory,
  model,
  plugins,
  profile,
  scan,
  sessions,
  setup,
  skills,
  status,
  tools,
  version,
};
