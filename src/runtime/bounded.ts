// Code of somebody else's making gets only so much time, and its throws become values.

export type Outcome<T> =
  | { readonly type: "done"; readonly value: T }
  | { readonly type: "failed"; readonly why: string };

export async function bounded<T>(work: () => Promise<T>, deadlineMs: number): Promise<Outcome<T>> {
  const timer = { handle: undefined as ReturnType<typeof setTimeout> | undefined };
  const late = new Promise<Outcome<T>>((resolve) => {
    const why = `took longer than ${deadlineMs / 1000} s`;
    timer.handle = setTimeout(() => resolve({ type: "failed", why }), deadlineMs);
  });
  try {
    return await Promise.race([work().then((value): Outcome<T> => ({ type: "done", value })), late]);
  } catch (error) {
    return { type: "failed", why: `failed (${error instanceof Error ? error.message : String(error)})` };
  } finally {
    clearTimeout(timer.handle);
  }
}
