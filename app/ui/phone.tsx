/** A number in E.164 as people read it; a Kenyan one in its groups: +254 712 345 678. */
export const readablePhone = (phone: string): string =>
  phone.replace(/^(\+254)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");

/** A phone number that does not break over lines. */
export function Phone({ value }: { value: string | null }) {
  if (value === null) return <span className="text-muted">No number, known by WhatsApp user id</span>;
  return <span className="whitespace-nowrap tabular-nums">{readablePhone(value)}</span>;
}
