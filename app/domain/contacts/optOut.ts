const optOutWords = new Set(["stop", "stopall", "unsubscribe", "acha", "simamisha", "arret"]);
/** Of the button that Meta offers for marketing templates. */
const marketingStopWords = new Set(["stoppromotions"]);
const optInWords = new Set(["start", "anza"]);

/** Case, accents, blanks and punctuation taken away: `« Arrêt ! »` → `arret`. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Does this message, as a whole, ask to get no more messages? English, Swahili and French. */
export const isOptOutText = (text: string): boolean => optOutWords.has(folded(text));

/** Does this message, as a whole, ask for no more promotions, while other messages are welcome? */
export const isMarketingStopText = (text: string): boolean => marketingStopWords.has(folded(text));

/** Does this message, as a whole, take an opt-out back? */
export const isOptInText = (text: string): boolean => optInWords.has(folded(text));
