import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** After how many days answered conversations close where the organisation chose nothing else. */
export const defaultCloseAfterDays = 3;
export const maxCloseAfterDays = 365;

/** For how many days a customer is not asked again how satisfied they are, unless the organisation chose another number. */
export const defaultPauseDays = 7;
export const maxPauseDays = 365;

/** The days of a working week, in its order. */
export const weekdays = () => [
  m.chat_weekday_monday(),
  m.chat_weekday_tuesday(),
  m.chat_weekday_wednesday(),
  m.chat_weekday_thursday(),
  m.chat_weekday_friday(),
  m.chat_weekday_saturday(),
  m.chat_weekday_sunday(),
];

/** The variables of canned replies, with their names. */
export const cannedVariables = lazy([
  { name: "first_name", means: m.chat_canned_variable_first_name },
  { name: "name", means: m.chat_canned_variable_full_name },
  { name: "phone", means: m.chat_canned_variable_number },
  { name: "my_name", means: m.chat_canned_variable_member_first_name },
  { name: "business", means: m.chat_canned_variable_organisation },
]);
