/** The inputs of a code's text: the facts stored with it, and those known when it is read. */
type Say<Said, More extends unknown[]> = (facts: never, ...more: More) => Said;

export interface Catalogue<Said = string, More extends unknown[] = []> {
  /** In the reader's language; undefined for an unknown code. */
  read(code: string, facts: unknown, ...more: More): Said | undefined;
}

/** The texts of codes stored with facts, so that every reader has them in their own language. */
/* @__NO_SIDE_EFFECTS__ */
export const catalogue = <Said = string, More extends unknown[] = []>(
  words: Readonly<Record<string, Say<Said, More>>>,
): Catalogue<Said, More> => ({
  read: (code, facts, ...more) =>
    Object.hasOwn(words, code) ? words[code]!(facts as never, ...more) : undefined,
});
