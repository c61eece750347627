import { conflict, errorsOf, forbidden, invalid, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const whatsappError = errorsOf({
  "template.in_use": conflict(m.errors_a_campaign_that_is_not_finished),
  "template.invalid": invalid(said),
  "template.name_taken": conflict(m.errors_a_template_with_this_name_already),
  "template.category_fixed": conflict(m.errors_meta_does_not_change_the_type),
  "template.edited_today": conflict(m.errors_meta_takes_one_change_of_an),
  "template.edited_often": conflict(m.errors_meta_takes_ten_changes_of_an),
  "template.file_missing": invalid(m.errors_this_file_is_not_here_any),
  "template.in_use:edit": conflict(m.errors_a_campaign_is_being_sent_with),
  "template.media_missing": invalid(m.errors_the_file_at_the_top_of),
  "template.not_editable": conflict(m.errors_only_an_approved_paused_or_rejected),
  "template.variables_missing:named": invalid(m.errors_give_a_value_for),
  "whatsapp.code_refused": invalid(m.errors_metas_answer_was_no_longer_valid),
  "whatsapp.code_refused:other_app": invalid(m.errors_metas_answer_does_not_belong_to),
  "whatsapp.not_connected": conflict(m.errors_this_whatsapp_account_is_not_connected),
  "whatsapp.not_connected:for_templates": conflict(m.errors_connect_a_whatsapp_account_on_whatsapp),
  "whatsapp.number_not_sendable": conflict(said),
  "whatsapp.number_not_sendable:business_app": conflict(m.errors_the_number_is_not_ready_in),
  "whatsapp.number_taken": conflict(m.errors_this_number_is_connected_to_another),
  "whatsapp.permissions_missing": invalid(m.errors_the_permission_to_manage_and_send),
  "whatsapp.permissions_missing:no_account": invalid(m.errors_meta_did_not_say_which_whatsapp),
  "whatsapp.signup_running": conflict(m.errors_this_signup_is_being_completed_right),
  "whatsapp.signup_state": invalid(m.errors_this_answer_does_not_belong_to),
  "whatsapp.signup_used": invalid(m.errors_this_signup_link_was_used_before),
  "whatsapp.suspended_by_staff": forbidden(m.errors_the_platform_has_suspended_this_whatsapp),
  "whatsapp.waba_taken": conflict(m.errors_this_whatsapp_account_is_connected_to),
});
