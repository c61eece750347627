import type { EntryFields } from "#app/domain/bots/schemas.ts";

/** A checked entry as the API accepts it: phrases in lines again. */
export const entryInput = (entry: EntryFields) => ({
  ...entry,
  phrasesEn: entry.phrasesEn.join("\n"),
  phrasesSw: entry.phrasesSw.join("\n"),
  phrasesFr: entry.phrasesFr.join("\n"),
});
