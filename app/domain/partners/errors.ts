import { conflict, errorsOf, invalid, unavailable } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const partnersError = errorsOf({
  "payout.not_open:not_mpesa": conflict(m.errors_only_m_pesa_can_be_asked),
  "partner.applied_already": conflict(m.errors_your_organisation_has_applied_already_we),
  "partner.day_past": invalid(m.errors_a_share_cant_change_for_days),
  "partner.email_taken": conflict(m.errors_somebody_signs_in_with_this_email),
  "partner.no_share": conflict(m.errors_set_the_partners_share_first_under),
  "partner.share_not_offered": invalid(m.errors_this_share_is_not_offered_on),
  "partner_link.exists": conflict(m.errors_your_organisation_has_a_partner_already),
  "partner_link.own": conflict(m.errors_this_is_your_own_partnership),
  "payout.not_open": conflict(m.errors_this_payout_has_ended_or_m),
  "payout.second_person": conflict(m.errors_you_processed_this_settlement_from_this),
  "payout.unavailable": unavailable(m.errors_payouts_by_m_pesa_are_not),
});
