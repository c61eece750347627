import { conflict, errorsOf, invalid, unavailable } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const partnersError = errorsOf({
  "payout.not_open:not_mpesa": conflict(m.errors_payout_not_open_not_mpesa),
  "partner.applied_already": conflict(m.errors_partner_applied_already),
  "partner.day_past": invalid(m.errors_partner_day_past),
  "partner.email_taken": conflict(m.errors_partner_email_taken),
  "partner.no_share": conflict(m.errors_partner_no_share),
  "partner.share_not_offered": invalid(m.errors_partner_share_not_offered),
  "partner_link.exists": conflict(m.errors_partner_link_exists),
  "partner_link.own": conflict(m.errors_partner_link_own),
  "payout.not_open": conflict(m.errors_payout_not_open),
  "payout.second_person": conflict(m.errors_payout_second_person),
  "payout.unavailable": unavailable(m.errors_payout_unavailable),
});
