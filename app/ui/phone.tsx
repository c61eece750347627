import { readablePhone } from "#app/platform/readablePhone.ts";

/** A phone number, which breaks over lines only where it is wider than its place. */
export function Phone({ value }: { value: string | null }) {
  if (value === null) return <span className="text-muted">No number, known by WhatsApp user id</span>;
  return <span className="inline-block tabular-nums">{readablePhone(value)}</span>;
}
