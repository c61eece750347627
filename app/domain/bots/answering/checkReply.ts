/** A link, an address of a mail, or a number with its separators. */
const links =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|co|ke|io|info|africa|app|shop)\b\S*|[\w.+-]+@[\w-]+\.[\w.-]+/giu;
const numbers = /\d(?:[\d.,:\s\u00a0\u202f/-]*\d)?/gu;
const currencies = /\b(?:kes|ksh|kshs|sh|shs|bob|usd|eur|shilingi|shillings?|dollars?|euros?)\b|[$€£]/giu;

const digitsOf = (text: string) =>
  (text.match(numbers) ?? [])
    .flatMap((run) => run.split(/[\s\u00a0\u202f/-]+/))
    .map((run) => run.replace(/\D/g, ""))
    .filter(Boolean);
const linksOf = (text: string) =>
  (text.match(links) ?? []).map((link) => link.toLowerCase().replace(/[).,;!?]+$/, ""));
const amountWords = /\b(?:free|bure|gratuit|gratuite|gratis)\b|%/giu;

/**
 * Numbers, prices and links of a reply that none of the cited texts has: what a model made up. A reply that has any is
 * not sent.
 */
export function inventedIn(reply: string, cited: readonly string[]): string[] {
  const source = cited.join("\n");
  const known = new Set(digitsOf(source));
  // 1,500 may be cited as 1500 and the other way round; runs of digits are compared whole.
  const allDigits = new Set([
    ...known,
    ...(source.match(numbers) ?? []).map((run) => run.replace(/\D/g, "")),
  ]);
  const knownLinks = linksOf(source);
  const foldedSource = source.toLowerCase();
  return [
    ...linksOf(reply).filter((link) => !knownLinks.includes(link)),
    ...digitsOf(reply.replaceAll(links, " ")).filter((number) => !allDigits.has(number)),
    ...(reply.match(amountWords) ?? []).filter((word) => !foldedSource.includes(word.toLowerCase())),
    ...(currencyIn(reply) && !currencyIn(source) ? (reply.match(currencies) ?? []) : []),
  ];
}

const currencyIn = (text: string) => text.match(currencies) !== null;
