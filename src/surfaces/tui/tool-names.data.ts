// Tool names as people would say them. A tool that is not here is called by its own name.

export const TOOL_VERBS: Readonly<Record<string, string>> = {
  read_file: "Read",
  write_file: "Write",
  patch: "Edit",
  search_files: "Search",
  terminal: "Run",
  process: "Job",
  read_terminal: "Output",
  execute_code: "Script",
  web_search: "Web",
  web_extract: "Fetch",
  vision_analyze: "Look",
  text_to_speech: "Speak",
  todo: "Plan",
  clarify: "Ask",
  delegate_task: "Agents",
  memory: "Memory",
  session_search: "Recall",
  skill_view: "Skill",
  skills_list: "Skills",
  skill_manage: "Skill",
};

export function toolVerb(tool: string): string {
  const known = TOOL_VERBS[tool];
  if (known !== undefined) return known;
  if (tool.startsWith("browser_")) return "Browse";
  return tool.replace(/^mcp_+/, "").replaceAll("_", " ");
}
