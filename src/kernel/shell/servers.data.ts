// Programs that serve or watch and so do not end by themselves, by the words that make them do it.

import { names } from "./options.ts";

/** Any use of these; `never` are the words with which they end after all. */
export const SERVERS: ReadonlyMap<string, { readonly never?: ReadonlySet<string> }> = new Map<
  string,
  { readonly never?: ReadonlySet<string> }
>([
  ["vite", { never: names("build optimize") }],
  ["nodemon", {}],
  ["uvicorn", {}],
  ["gunicorn", { never: names("--check-config --print-config") }],
  ["hypercorn", {}],
  ["live-server", {}],
  ["http-server", {}],
  ["webpack-dev-server", {}],
  ["http.server", {}],
]);

/** Only with one of these as the first word. */
export const SERVING: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["next", names("dev start")],
  ["nuxt", names("dev start")],
  ["nuxi", names("dev start")],
  ["astro", names("dev preview")],
  ["remix", names("dev")],
  ["gatsby", names("develop serve")],
  ["vue-cli-service", names("serve")],
  ["ng", names("serve")],
  ["webpack", names("serve")],
  ["flask", names("run")],
  ["rails", names("s server")],
  ["hugo", names("server serve")],
  ["jekyll", names("serve")],
  ["mkdocs", names("serve")],
  ["manage.py", names("runserver")],
]);

export const PACKAGE_RUNNERS: ReadonlySet<string> = names("npm pnpm yarn bun");
/** Their options that take a value. */
export const RUNNER_VALUED: ReadonlySet<string> = names("--prefix -C --workspace -w --filter -F --cwd --dir");

/** Programs that run another one, and the words that stand between. */
export const LAUNCHERS: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ["npx", new Set()],
  ["bunx", new Set()],
  ["npm", names("exec x")],
  ["pnpm", names("exec dlx")],
  ["yarn", names("exec dlx")],
  ["bun", names("x")],
  ["uv", names("run")],
  ["poetry", names("run")],
  ["pipenv", names("run")],
  ["bundle", names("exec")],
]);

export const COMPOSE_VALUED: ReadonlySet<string> = names(
  "-f --file -p --project-name --profile --env-file --project-directory",
);
/** With these `up` comes back. */
export const COMPOSE_ENDS =
  /^(?:--detach|--wait|--no-start|--abort-on-container-(?:exit|failure)|--exit-code-from(?:=.*)?|-[a-zA-Z]*d[a-zA-Z]*)$/;
