import { errorsOf } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const partnersError = /* @__PURE__ */ errorsOf({
  "payout.not_open:not_mpesa": { kind: "conflict", text: m.errors_only_m_pesa_can_be_asked },
  "partner.applied_already": {
    kind: "conflict",
    text: m.errors_your_organisation_has_applied_already_we,
  },
  "partner.day_past": { kind: "invalid", text: m.errors_a_share_cant_change_for_days },
  "partner.email_taken": {
    kind: "conflict",
    text: m.errors_somebody_signs_in_with_this_email,
  },
  "partner.no_share": { kind: "conflict", text: m.errors_set_the_partners_share_first_under },
  "partner.share_not_offered": { kind: "invalid", text: m.errors_this_share_is_not_offered_on },
  "partner_link.exists": {
    kind: "conflict",
    text: m.errors_your_organisation_has_a_partner_already,
  },
  "partner_link.own": { kind: "conflict", text: m.errors_this_is_your_own_partnership },
  "payout.not_open": { kind: "conflict", text: m.errors_this_payout_has_ended_or_m },
  "payout.second_person": {
    kind: "conflict",
    text: m.errors_you_processed_this_settlement_from_this,
  },
  "payout.unavailable": { kind: "unavailable", text: m.errors_payouts_by_m_pesa_are_not },
});
