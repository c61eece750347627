/** Whether the texts differ by one typo: a wrong, missing or additional letter, or two swapped neighbours. */
export function isNear(typed: string, meant: string): boolean {
  if (typed === meant) return true;
  const [short, long] = typed.length <= meant.length ? [typed, meant] : [meant, typed];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}

/** Whether a part of the text is the same as `meant` or differs by one typo, ignoring spacing. */
export function hasNear(text: string, meant: string): boolean {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  for (let at = 0; at < plain.length; at += 1)
    for (const length of [meant.length - 1, meant.length, meant.length + 1])
      if (at + length <= plain.length && isNear(plain.slice(at, at + length), meant)) return true;
  return false;
}
