// A long session asks the same pure question about the same message on every round. It is worked out once.

/** `make`, which keeps for each object its last answer and what it was asked with. Forgotten together with the object. */
export function remembered<Key extends object, Asked extends readonly unknown[], Answer>(
  make: (key: Key, ...asked: Asked) => Answer,
): (key: Key, ...asked: Asked) => Answer {
  const known = new WeakMap<Key, { readonly asked: Asked; readonly answer: Answer }>();
  return (key, ...asked) => {
    const last = known.get(key);
    if (last !== undefined && sameItems(last.asked, asked)) return last.answer;
    const answer = make(key, ...asked);
    known.set(key, { asked, answer });
    return answer;
  };
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return one.length === other.length;
}
