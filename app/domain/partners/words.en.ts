import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatKes } from "#app/platform/money.ts";
import type * as events from "./events.ts";

const settled = ({
  partner,
  period,
  amountCents,
}: {
  partner: string;
  period: string;
  amountCents: number;
}) => `${partner}, ${monthWords(period)}: ${formatKes(amountCents)}`;

export const partnerWords: WordsOf<typeof events> = {
  "partner.applied": ({ partner }) => ({
    title: "Partnership applied for",
    details: `${partner} asked to become a partner`,
  }),
  "partner.added": ({ partner, percent }) => ({ title: "Partner added", details: `${partner}, ${percent}%` }),
  "partner.edited": ({ partner, because }) => ({
    title: "Partner changed",
    details: `${partner}: ${because}`,
  }),
  "partner.status_changed": ({ partner, status, because }) => ({
    title: status === "active" ? "Partner activated" : "Partner suspended",
    details: `${partner}: ${because}`,
  }),
  "partner_link.confirmed": ({ partner }) => ({
    title: "Partner linked",
    details: `${partner} gets a share of what you pay from now on`,
  }),
  "partner_link.ended": ({ partner, because }) => ({
    title: "Partner unlinked",
    details: `${partner} gets no share of what you pay from now on: ${because}`,
  }),
  "settlement.drawn_up": (data) => ({ title: "Settlement drawn up", details: settled(data) }),
  "settlement.approved": (data) => ({
    title: "Settlement approved by the first person",
    details: settled(data),
  }),
  "settlement.processed": (data) => ({ title: "Settlement processed", details: settled(data) }),
  "payout.resolved": ({ amountCents, outcome, because }) => ({
    title: outcome === "paid" ? "Payout marked as paid" : "Payout marked as not paid",
    details: `${formatKes(amountCents)}: ${because}`,
  }),
  "payout.asked_for": ({ amountCents }) => ({
    title: "M-Pesa asked about a payout",
    details: formatKes(amountCents),
  }),
};
