import { conflict, errorsOf, forbidden, invalid, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** Refusals of this room, with their texts. */
export const whatsappError = errorsOf({
  "template.in_use": conflict(m.errors_template_in_use),
  "template.invalid": invalid(said),
  "template.name_taken": conflict(m.errors_template_name_taken),
  "template.category_fixed": conflict(m.errors_template_category_fixed),
  "template.edited_today": conflict(m.errors_template_edited_today),
  "template.edited_often": conflict(m.errors_template_edited_often),
  "template.file_missing": invalid(m.errors_template_file_missing),
  "template.in_use:edit": conflict(m.errors_template_in_use_edit),
  "template.media_missing": invalid(m.errors_template_media_missing),
  "template.not_editable": conflict(m.errors_template_not_editable),
  "template.variables_missing:named": invalid(m.errors_template_variables_missing_named),
  "whatsapp.code_refused": invalid(m.errors_whatsapp_code_refused),
  "whatsapp.code_refused:other_app": invalid(m.errors_whatsapp_code_refused_other_app),
  "whatsapp.not_connected": conflict(m.errors_whatsapp_not_connected),
  "whatsapp.not_connected:for_templates": conflict(m.errors_whatsapp_not_connected_templates),
  "whatsapp.number_not_sendable": conflict(said),
  "whatsapp.number_not_sendable:business_app": conflict(m.errors_number_business_app_not_ready),
  "whatsapp.number_taken": conflict(m.errors_whatsapp_number_taken),
  "whatsapp.permissions_missing": invalid(m.errors_whatsapp_permissions_missing),
  "whatsapp.permissions_missing:no_account": invalid(m.errors_whatsapp_account_not_reported),
  "whatsapp.signup_running": conflict(m.errors_whatsapp_signup_running),
  "whatsapp.signup_state": invalid(m.errors_whatsapp_signup_state),
  "whatsapp.signup_used": invalid(m.errors_whatsapp_signup_used),
  "whatsapp.suspended_by_staff": forbidden(m.errors_whatsapp_suspended_by_staff),
  "whatsapp.waba_taken": conflict(m.errors_whatsapp_waba_taken),
});
