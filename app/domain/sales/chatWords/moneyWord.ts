/** What a customer asks about money with one word. */
export type MoneyWord = "account" | "balance";

/** In English, Swahili and French; without accents, spaces and punctuation. */
const words: Readonly<Record<MoneyWord, readonly string[]>> = {
  account: [
    ...["namba", "nambari", "nambayaakaunti", "nambariyaakaunti", "akaunti"],
    ...["accountnumber", "paybill", "numerodecompte", "compte"],
  ],
  balance: ["salio", "deni", "balance", "mybalance", "solde", "monsolde"],
};

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Whether this message, as a whole, asks for the account number or for what is open. */
export function moneyWordOf(text: string): MoneyWord | undefined {
  const said = folded(text);
  return (Object.keys(words) as MoneyWord[]).find((word) => words[word].includes(said));
}
