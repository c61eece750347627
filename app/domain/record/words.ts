import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

/** Activity types. */
export const activityTypes = [
  "login",
  "message",
  "template",
  "billing",
  "settings",
  "security",
  "system",
  "auth",
  "profile",
] as const;

/** Filters; `all` means no filter. */
export const activityTypeFilters = ["all", ...activityTypes] as const;
export const activityStatusFilters = ["all", "success", "warning", "error"] as const;

const words: Record<string, () => string> = {
  login: m.record_activity_login,
  message: m.record_activity_message,
  template: m.record_activity_template,
  billing: m.record_activity_billing,
  settings: m.record_activity_settings,
  security: m.record_activity_security,
  system: m.record_activity_system,
  auth: m.record_activity_auth,
  profile: m.record_activity_profile,
  success: m.record_activity_success,
  warning: m.record_activity_warning,
  error: m.record_activity_error,
};

/** A type or a status of the activity log in words. */
export const activityWord = (name: string): string => words[name]?.() ?? name;
