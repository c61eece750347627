import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

const settled = ({
  partner,
  period,
  amountCents,
}: {
  partner: string;
  period: string;
  amountCents: number;
}) => labelled(`${partner}, ${monthWords(period)}`, formatKes(amountCents));

export const partnerWords: WordsOf<typeof events> = {
  "partner.applied": ({ partner }) => ({
    title: m.events_partner_applied_title(),
    details: m.events_partner_applied_details({ partner }),
  }),
  "partner.added": ({ partner, percent }) => ({
    title: m.events_partner_added_title(),
    details: `${partner}, ${percentText(percent)}`,
  }),
  "partner.edited": ({ partner, because }) => ({
    title: m.events_partner_edited_title(),
    details: labelled(partner, because),
  }),
  "partner.status_changed": ({ partner, status, because }) => ({
    title: status === "active" ? m.events_partner_activated_title() : m.events_partner_suspended_title(),
    details: labelled(partner, because),
  }),
  "partner_link.confirmed": ({ partner }) => ({
    title: m.events_partner_link_confirmed_title(),
    details: m.events_partner_link_confirmed_details({ partner }),
  }),
  "partner_link.ended": ({ partner, because }) => ({
    title: m.events_partner_link_ended_title(),
    details: m.events_partner_link_ended_details({ partner, because }),
  }),
  "settlement.drawn_up": (data) => ({ title: m.events_settlement_drawn_up_title(), details: settled(data) }),
  "settlement.approved": (data) => ({
    title: m.events_settlement_approved_title(),
    details: settled(data),
  }),
  "settlement.processed": (data) => ({
    title: m.events_settlement_processed_title(),
    details: settled(data),
  }),
  "payout.resolved": ({ amountCents, outcome, because }) => ({
    title: outcome === "paid" ? m.events_payout_paid_title() : m.events_payout_not_paid_title(),
    details: labelled(formatKes(amountCents), because),
  }),
  "payout.requested": ({ amountCents }) => ({
    title: m.events_payout_asked_for_title(),
    details: formatKes(amountCents),
  }),
};
