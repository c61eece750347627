/** A link, an email address, or a number with its separators. */
const links =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|co|ke|io|info|africa|app|shop)\b\S*|[\w.+-]+@[\w-]+\.[\w.-]+/giu;
const numbers = /\d(?:[\d.,:\s\u00a0\u202f/-]*\d)?/gu;
const currencies = /\b(?:kes|ksh|kshs|sh|shs|bob|usd|eur|shilingi|shillings?|dollars?|euros?)\b|[$€£]/giu;

/** 1,500.00 and 1.500 become 1500, 8:30 becomes 8.3; 2.5 stays different from 25. */
const plain = (number: string): string =>
  (/^\d{1,3}([.,]\d{3})+(\.\d{1,2})?$/.test(number) ? number.replaceAll(/[.,](?=\d{3})/g, "") : number)
    .replaceAll(/[,:]/g, ".")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.+$/, "");

const runsOf = (text: string) => text.match(numbers) ?? [];
/** Thousands with spaces, such as 45 000, are one number; other sequences are not: 2-3 is not 23. */
const thousands = /^\d{1,3}([\s\u00a0\u202f]\d{3})+([.,]\d{1,2})?$/;
const numbersOf = (text: string) =>
  runsOf(text)
    .flatMap((run) => (thousands.test(run) ? run.replaceAll(/\s/g, "") : run.split(/[\s/-]+/)))
    .filter(Boolean)
    .map(plain);
/** Phone numbers may be cited without their spaces. */
const phonesOf = (text: string) =>
  runsOf(text)
    .map((run) => run.replaceAll(/[\s-]/g, ""))
    .filter((run) => /^\d{7,}$/.test(run));
const linksOf = (text: string) =>
  (text.match(links) ?? []).map((link) => link.toLowerCase().replace(/[).,;!?]+$/, ""));
const amountWords = /\b(?:free|bure|gratuit|gratuite|gratis)\b|%/giu;

/**
 * Numbers, prices and links of a reply that are in none of the cited texts: the model invented them. Such a
 * reply is not sent.
 */
export function inventedIn(reply: string, cited: readonly string[]): string[] {
  // Separated, so that adjacent numbers do not join.
  const source = cited.join(" | ");
  const known = new Set([...numbersOf(source), ...phonesOf(source)]);
  const knownLinks = linksOf(source);
  const foldedSource = source.toLowerCase();
  return [
    ...linksOf(reply).filter((link) => !knownLinks.includes(link)),
    ...numbersOf(reply.replaceAll(links, " ")).filter((number) => !known.has(number)),
    ...(reply.match(amountWords) ?? []).filter((word) => !foldedSource.includes(word.toLowerCase())),
    ...(currencyIn(reply) && !currencyIn(source) ? (reply.match(currencies) ?? []) : []),
  ];
}

const currencyIn = (text: string) => text.match(currencies) !== null;
