import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { m } from "#messages";

/** A phone number that wraps only when it is wider than its place. */
export function Phone({ value }: { value: string | null }) {
  if (value === null) return <span className="text-muted">{m.ui_phone_unknown_title()}</span>;
  return <span className="inline-block tabular-nums md:whitespace-nowrap">{readablePhone(value)}</span>;
}
