import { conflict, errorsOf, forbidden, invalid, unauthenticated } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const organisationsError = errorsOf({
  "api_key.too_many": conflict(m.errors_an_organisation_has_at_most_keys),
  "auth.forbidden": forbidden(m.errors_your_role_does_not_allow_this),
  "idempotency.in_flight": conflict(m.errors_the_first_request_with_this_idempotency),
  "idempotency.key_reused": conflict(m.errors_this_idempotency_key_was_used_for),
  "invitation.already_member": conflict(m.errors_this_person_is_already_a_member),
  "invitation.already_open": conflict(m.errors_an_invitation_for_this_address_as),
  "invitation.details_missing": invalid(m.errors_please_give_your_name_and_a),
  "invitation.expired": conflict(m.errors_this_invitation_has_expired_open_the),
  "invitation.other_email": forbidden(m.errors_this_invitation_is_for_sign_out),
  "invitation.revoked": conflict(m.errors_this_invitation_was_revoked_ask_for),
  "invitation.sign_in_first": unauthenticated(m.errors_please_sign_in_as_to_accept),
  "invitation.used": conflict(m.errors_this_invitation_was_already_accepted),
  "member.last_owner": conflict(m.errors_an_organisation_needs_an_owner_make),
  "member.owners_only": forbidden(m.errors_only_an_owner_can_make_change),
});
