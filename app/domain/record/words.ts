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
  login: m.labels_activity_login,
  message: m.labels_activity_message,
  template: m.labels_activity_template,
  billing: m.labels_activity_billing,
  settings: m.labels_activity_settings,
  security: m.labels_activity_security,
  system: m.labels_activity_system,
  auth: m.labels_activity_auth,
  profile: m.labels_activity_profile,
  success: m.labels_activity_success,
  warning: m.labels_activity_warning,
  error: m.labels_activity_error,
};

/** A type or a status of the activity log in words. */
export const activityWord = (name: string): string => words[name]?.() ?? name;
