import { conflict, errorsOf, forbidden, invalid, unauthenticated } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const organisationsError = errorsOf({
  "api_key.too_many": conflict(m.errors_api_key_too_many),
  "auth.forbidden": forbidden(m.errors_auth_forbidden),
  "idempotency.in_flight": conflict(m.errors_idempotency_in_flight),
  "idempotency.key_reused": conflict(m.errors_idempotency_key_reused),
  "invitation.already_member": conflict(m.errors_invitation_already_member),
  "invitation.already_open": conflict(m.errors_invitation_already_open),
  "invitation.details_missing": invalid(m.errors_invitation_details_missing),
  "invitation.expired": conflict(m.errors_invitation_expired),
  "invitation.other_email": forbidden(m.errors_invitation_other_email),
  "invitation.revoked": conflict(m.errors_invitation_revoked),
  "invitation.sign_in_first": unauthenticated(m.errors_invitation_sign_in_first),
  "invitation.used": conflict(m.errors_invitation_used),
  "member.last_owner": conflict(m.errors_member_last_owner),
  "member.owners_only": forbidden(m.errors_member_owners_only),
});
