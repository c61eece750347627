/** Why two keys of screens may have the same text in every language. */
const mayDiffer: Readonly<Record<string, readonly string[]>> = {
  "A state agrees with its noun in some languages": [
    ...["Accepted by WhatsApp", "Cancelled", "Connected", "Credited", "Deleted", "Disconnected", "Error"],
    ...["High", "Medium", "Not verified", "Off", "opted out", "Pending", "Registered", "Sent", "Suspended"],
    ...["Unknown", "Verified", "Warning"],
  ],
  "A value of a list is read with its other values; a heading, button or column alone": [
    ...["Analytics", "Ask", "Billing", "Bots", "Campaigns", "Cards", "Check", "Database", "Date", "Document"],
    ...["Email", "Flows", "Health", "Integrations", "Invoice", "List", "Location", "Marketing", "Message"],
    ...["Meta", "Owner", "Payment received", "Plan", "Profile", "Queue", "Save", "Security", "Settings"],
    ...["Single messages", "suspense", "System", "Team", "Template", "Templates", "Utility", "Video"],
    ...["Voice message", "WhatsApp accounts"],
  ],
  "A short word depends on what it belongs to": ["All", "Close", "Code", "From", "Reply", "Share", "To"],
  "A text with variables is a module of its own, and a file more for the screens that would share it": [
    "For example: {sample}",
    "Signed like every webhook. Add endpoints under {#a}Developers{/a}.",
    "{minutes} min",
  ],
};

export const sharedTexts: readonly string[] = Object.values(mayDiffer).flat();

/** Areas whose texts stand in documents, files or sentences, not on screens: each is compared with itself alone. */
const areasApart = /^(api|checks|counts|errors|events|files|mails|papers|public)_/;

/** A key with its English text, and its texts in every language as one string. */
export interface KeyedText {
  key: string;
  english: string;
  all: string;
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/\{[^}]*\}/g, " ")
    .replace(/’/g, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

const repeatsItsText = ({ key, english }: KeyedText): boolean => {
  const words = wordsOf(english).slice(0, 5);
  return words.length === 5 && `_${key}_`.includes(`_${words.join("_")}_`);
};

/** The English texts that several keys of screens, or of one other area, have in all languages. */
export const textsOfSeveralKeys = (texts: readonly KeyedText[]): string[] =>
  Object.values(
    Object.groupBy(texts, ({ key, all }) => `${areasApart.exec(key)?.[1] ?? "screens"} ${all}`),
  ).flatMap((same) => (same!.length > 1 ? same![0]!.english : []));

/** What is wrong with the names of messages: a key says place and purpose, not the text. */
export function faultsOfKeys(texts: readonly KeyedText[]): string[] {
  return [
    ...texts.flatMap(({ key }) => (key.length > 40 ? `${key} has more than 40 characters` : [])),
    ...texts.flatMap(({ key }) => (/\d$/.test(key) ? `${key} ends with a digit` : [])),
    ...texts.flatMap((text) => (repeatsItsText(text) ? `${text.key} is its text` : [])),
  ];
}
