// A diff for people, from the library that knows how; loaded when one is shown.

export async function unifiedDiff(path: string, before: string, after: string): Promise<string> {
  if (before === after) return "";
  const { createTwoFilesPatch } = await import("diff");
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3 });
}
