/**
 * The cents of an amount as people write it, with or without KES: `1500`, `KES 1,500.50`, `ksh 1 500/=`. Undefined for what is
 * no amount, such as `1,5`, `1.500,00` and `1e3`.
 */
export function typedCents(text: string): number | undefined {
  const plain = text
    .replaceAll(/(?:kes|k?shs?)\.?|\/[=-]/gi, "")
    .trim()
    .replace(/\.$/, "");
  const [, whole, fraction = ""] =
    /^(\d{1,12}|\d{1,3}(?:[,\s]\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replaceAll(/[,\s]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
}
