// The parser is loaded with the first command, not at the start.

export async function mustBeBackground(command: string): Promise<string | undefined> {
  const judge = await import("../gates/must-be-background.ts");
  return judge.mustBeBackground(command);
}
