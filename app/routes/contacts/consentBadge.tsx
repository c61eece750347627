import { Badge } from "#app/ui/badge.tsx";
import { m } from "#messages";

/** Whether a contact may get marketing, as a label. */
export function ConsentBadge({
  consent,
  optedOutAt,
}: {
  consent: "granted" | "none";
  optedOutAt: string | null;
}) {
  if (optedOutAt) return <Badge tone="bad">{m.common_opted_out()}</Badge>;
  return consent === "granted" ? (
    <Badge tone="good">{m.common_consent()}</Badge>
  ) : (
    <Badge tone="neutral">{m.contacts_no_consent()}</Badge>
  );
}
