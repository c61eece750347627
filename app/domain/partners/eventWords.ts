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
    title: m.events_partnership_applied_for(),
    details: m.events_asked_to_become_a_partner({ partner }),
  }),
  "partner.added": ({ partner, percent }) => ({
    title: m.events_partner_added(),
    details: `${partner}, ${percentText(percent)}`,
  }),
  "partner.edited": ({ partner, because }) => ({
    title: m.events_partner_changed(),
    details: labelled(partner, because),
  }),
  "partner.status_changed": ({ partner, status, because }) => ({
    title: status === "active" ? m.events_partner_activated() : m.events_partner_suspended(),
    details: labelled(partner, because),
  }),
  "partner_link.confirmed": ({ partner }) => ({
    title: m.events_partner_linked(),
    details: m.events_gets_a_share_of_what_you({ partner }),
  }),
  "partner_link.ended": ({ partner, because }) => ({
    title: m.events_partner_unlinked(),
    details: m.events_gets_no_share_of_what_you({ partner, because }),
  }),
  "settlement.drawn_up": (data) => ({ title: m.events_settlement_drawn_up(), details: settled(data) }),
  "settlement.approved": (data) => ({
    title: m.events_settlement_approved_by_the_first_person(),
    details: settled(data),
  }),
  "settlement.processed": (data) => ({ title: m.events_settlement_processed(), details: settled(data) }),
  "payout.resolved": ({ amountCents, outcome, because }) => ({
    title: outcome === "paid" ? m.events_payout_marked_as_paid() : m.events_payout_marked_as_not_paid(),
    details: labelled(formatKes(amountCents), because),
  }),
  "payout.asked_for": ({ amountCents }) => ({
    title: m.events_m_pesa_asked_about_a_payout(),
    details: formatKes(amountCents),
  }),
};
