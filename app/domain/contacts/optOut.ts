const optOutWords = new Set(["stop", "stopall", "unsubscribe", "acha", "simamisha", "arret"]);
/** From Meta's button for marketing templates. */
const marketingStopWords = new Set(["stoppromotions"]);
const optInWords = new Set(["start", "anza"]);

/** Without case, accents, spaces and punctuation: `« Arrêt ! »` → `arret`. */
const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Whether this message, as a whole, asks for no more messages. English, Swahili and French. */
export const isOptOutText = (text: string): boolean => optOutWords.has(folded(text));

/** Whether this message, as a whole, asks for no more promotions, while other messages are welcome. */
export const isMarketingStopText = (text: string): boolean => marketingStopWords.has(folded(text));

/** Whether this message, as a whole, undoes an opt-out. */
export const isOptInText = (text: string): boolean => optInWords.has(folded(text));
