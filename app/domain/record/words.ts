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
