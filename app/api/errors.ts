import {
  absent,
  errorsOf,
  forbidden,
  invalid,
  said,
  tooLarge,
  tooMany,
  unauthenticated,
} from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const apiError = errorsOf({
  "handset.bad_form": invalid(m.errors_handset_bad_form),
  "handset.no_file": invalid(m.errors_handset_no_file),
  "support.hidden": forbidden(m.errors_support_hidden),
  "support.never:here": forbidden(m.errors_support_never_here),
  "support.never": forbidden(m.errors_support_never),
  "support.read_only": forbidden(m.errors_support_read_only),
  "api.no_such_call": absent(m.errors_api_no_such_call),
  "auth.forbidden": forbidden(m.errors_auth_forbidden),
  "auth.key_required": unauthenticated(m.errors_auth_key_required),
  "auth.required": unauthenticated(m.errors_auth_required),
  "auth.second_factor_required": forbidden(m.errors_auth_second_factor_required),
  "events.too_many_streams": tooMany(m.errors_events_too_many_streams),
  "idempotency.bad_key": invalid(m.errors_idempotency_bad_key),
  "key.scope_missing": forbidden(m.errors_key_scope_missing),
  "key.test_mode": forbidden(m.errors_key_test_mode),
  "request.bad_cursor": invalid(m.errors_request_bad_cursor),
  "request.cross_site": forbidden(m.errors_request_cross_site),
  "request.invalid": invalid(said),
  "request.malformed_json": invalid(m.errors_request_malformed_json),
  "request.no_such_call": absent(m.errors_api_no_such_call),
  "request.not_json": invalid(m.errors_request_not_json),
  "request.too_large": tooLarge(m.errors_request_too_large),
  "request.unreadable_text": invalid(m.errors_request_unreadable_text),
  "request.unreadable_text:by_api": invalid(m.errors_request_unreadable_text_by_api),
});
