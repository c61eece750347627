/** A label in the middle of a sentence: in lower case, unless its first word is a name (`M-Pesa`, `SMS`). */
export const inSentence = (label: string): string =>
  /^\p{Lu}\S*\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
