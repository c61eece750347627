import { maxValue } from "#app/domain/crm/words.ts";

/** An amount as customers write it, with or without KES, in cents; undefined if it is none. */
export function shillingsIn(text: string): number | undefined {
  const plain = text.replaceAll(/(?:kes|k?shs?)\.?|\/[=-]|[,\s\u00a0\u202f]/gi, "").replace(/\.$/, "");
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return undefined;
  const cents = Math.round(Number(plain) * 100);
  return cents <= maxValue * 100 ? cents : undefined;
}
