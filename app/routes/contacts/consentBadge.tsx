import { Badge } from "#app/ui/badge.tsx";

/** Whether a contact may get marketing, in a word. */
export function ConsentBadge({
  consent,
  optedOutAt,
}: {
  consent: "granted" | "none";
  optedOutAt: string | null;
}) {
  if (optedOutAt) return <Badge tone="bad">Opted out</Badge>;
  return consent === "granted" ? (
    <Badge tone="good">Consent</Badge>
  ) : (
    <Badge tone="neutral">No consent</Badge>
  );
}
