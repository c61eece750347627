import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type { Remedy } from "./compose.server.ts";

/** A reason why an audience reaches no one, with what mends it: a place in the form, or a page after saving. */
export interface NoReach {
  text: string;
  remedies: { label: string; anchor?: string; intent?: Remedy }[];
}

type Counts = NonNullable<CallOutput<"POST /campaigns/compose">["counted"]>["audience"];

/** Why an audience reaches no contact: exclusions by reason. */
export function reasonsOfNoReach(counts: Counts | undefined, kind: string): NoReach[] {
  if (counts?.recipients !== 0) return [];
  const { matching, excluded, optedOut, noConsent, noPhone } = counts;
  if (matching === 0)
    return [
      {
        text: m.campaigns_no_recipients_no_contacts(),
        remedies: [
          { label: m.common_import_contacts(), intent: "import" },
          { label: m.contacts_new_contact(), intent: "new-contact" },
        ],
      },
    ];
  const reason = (
    count: number,
    text: (of: { contacts: string }) => string,
    remedies: NoReach["remedies"],
  ) => (count > 0 ? [{ text: text({ contacts: formatCount(count) }), remedies }] : []);
  return [
    ...reason(noConsent, m.campaigns_without_marketing_consent, [
      kind === "numbers"
        ? { label: m.campaigns_confirm_their_consent(), anchor: "consent" }
        : { label: m.contacts_record_consent(), intent: "record-consent" },
      { label: m.campaigns_no_recipients_template_link(), anchor: "templateId" },
    ]),
    ...reason(optedOut, m.campaigns_no_recipients_opted_out, [
      { label: m.campaigns_no_recipients_opted_out_link(), intent: "opted-out" },
    ]),
    ...reason(noPhone, m.campaigns_no_recipients_no_phone, [
      { label: m.campaigns_add_phone_numbers(), intent: "phones" },
    ]),
    ...reason(excluded, m.campaigns_no_recipients_excluded, [
      { label: m.campaigns_change_exclusions(), anchor: "not-conditions" },
    ]),
  ];
}
