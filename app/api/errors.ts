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
  "handset.bad_form": invalid(m.errors_this_form_is_not_complete),
  "handset.no_file": invalid(m.errors_choose_a_file_of_at_most),
  "support.hidden": forbidden(m.errors_the_support_view_does_not_show),
  "support.never:here": forbidden(m.errors_support_never_does_this_in_a),
  "support.never": forbidden(m.errors_this_belongs_to_the_person_alone),
  "support.read_only": forbidden(m.errors_the_support_view_is_read_only),
  "api.no_such_call": absent(m.errors_there_is_no),
  "auth.forbidden": forbidden(m.errors_your_role_does_not_allow_this),
  "auth.key_required": unauthenticated(m.errors_the_api_key_is_missing_or),
  "auth.required": unauthenticated(m.errors_please_sign_in),
  "auth.second_factor_required": forbidden(m.errors_administrators_need_two_step_verification_se),
  "events.too_many_streams": tooMany(m.errors_of_your_pages_already_update_live),
  "idempotency.bad_key": invalid(m.errors_an_idempotency_key_has_1_to),
  "key.scope_missing": forbidden(m.errors_this_key_lacks_the_scope),
  "key.test_mode": forbidden(m.errors_a_test_key_cannot_make_this),
  "request.bad_cursor": invalid(m.errors_give_next_cursor_as_an_answer),
  "request.cross_site": forbidden(m.errors_this_request_came_from_another_site),
  "request.invalid": invalid(said),
  "request.malformed_json": invalid(m.errors_the_body_is_not_a_json),
  "request.no_such_call": absent(m.errors_there_is_no),
  "request.not_json": invalid(m.errors_send_the_body_as_content_type),
  "request.too_large": tooLarge(m.errors_the_request_is_larger_than_1),
  "request.unreadable_text": invalid(m.errors_the_text_has_a_character_that),
  "request.unreadable_text:by_api": invalid(m.errors_a_text_has_a_character_that),
});
