import { readablePhone } from "#app/shared/readablePhone.ts";

/** A phone number that does not break over lines. */
export function Phone({ value }: { value: string | null }) {
  if (value === null) return <span className="text-muted">No number, known by WhatsApp user id</span>;
  return <span className="whitespace-nowrap tabular-nums">{readablePhone(value)}</span>;
}
