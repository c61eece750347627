/** The inputs of a code's text: the facts stored with it, and those known when it is read. */
type Wording<Text, More extends unknown[]> = (facts: never, ...more: More) => Text;

export interface Catalogue<Text = string, More extends unknown[] = []> {
  /** In the reader's language; undefined for an unknown code. */
  read(code: string, facts: unknown, ...more: More): Text | undefined;
}

/** The texts of codes stored with facts, so that every reader has them in their own language. */
/* @__NO_SIDE_EFFECTS__ */
export const catalogue = <Text = string, More extends unknown[] = []>(
  words: Readonly<Record<string, Wording<Text, More>>>,
): Catalogue<Text, More> => ({
  read: (code, facts, ...more) =>
    Object.hasOwn(words, code) ? words[code]!(facts as never, ...more) : undefined,
});
