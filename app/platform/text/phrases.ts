import { m } from "#messages";

/** Phrases joined by punctuation that differs between languages. */

/** `Duka Letu` → `“Duka Letu”`. */
export const quoted = (text: string): string => m.common_quoted({ text });

/** `Status`, `sent` → `Status: sent`. */
export const labelled = (label: string, value: string | number): string =>
  m.common_labelled({ label, value });
