const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ!\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("^{}[]~\\|€\f");

/** The parts of a text: 160 or 153 characters of GSM-7 each, else 70 or 67 units of UCS-2 (docs/facts/sms.md §5). */
export function partsOf(text: string): number {
  const characters = [...text];
  const isBasic = characters.every((one) => basic.has(one) || extended.has(one));
  const units = isBasic ? characters.reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0) : text.length;
  const [alone, each] = isBasic ? [160, 153] : [70, 67];
  return units <= alone! ? 1 : Math.ceil(units / each!);
}
