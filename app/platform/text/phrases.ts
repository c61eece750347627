import { m } from "#messages";

/** What is joined to a phrase by signs that languages write in different ways. */

/** `Duka Letu` → `“Duka Letu”`. */
export const quoted = (text: string): string => m.common_quoted({ text });

/** `Status`, `sent` → `Status: sent`. */
export const labelled = (label: string, value: string | number): string =>
  m.common_labelled({ label, value });
