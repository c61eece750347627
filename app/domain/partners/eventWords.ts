import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
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
  "partner.applied": words(m.events_partner_applied_title, m.events_partner_applied_details),
  "partner.added": words(
    m.events_partner_added_title,
    ({ partner, percent }) => `${partner}, ${percentText(percent)}`,
  ),
  "partner.edited": words(m.events_partner_edited_title, ({ partner, because }) =>
    labelled(partner, because),
  ),
  "partner.status_changed": ({ partner, status, because }) => ({
    title: status === "active" ? m.events_partner_activated_title() : m.events_partner_suspended_title(),
    details: labelled(partner, because),
  }),
  "partner_link.confirmed": words(
    m.events_partner_link_confirmed_title,
    m.events_partner_link_confirmed_details,
  ),
  "partner_link.ended": words(m.events_partner_link_ended_title, m.events_partner_link_ended_details),
  "settlement.drawn_up": (data) => ({ title: m.events_settlement_drawn_up_title(), details: settled(data) }),
  "settlement.approved": words(m.events_settlement_approved_title, settled),
  "settlement.processed": words(m.events_settlement_processed_title, settled),
  "payout.resolved": ({ amountCents, outcome, because }) => ({
    title: outcome === "paid" ? m.events_payout_paid_title() : m.events_payout_not_paid_title(),
    details: labelled(formatKes(amountCents), because),
  }),
  "payout.requested": words(m.events_payout_asked_for_title, ({ amountCents }) => formatKes(amountCents)),
};
