import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** After how many days answered conversations close where the organisation chose nothing else. */
export const defaultCloseAfterDays = 3;
export const maxCloseAfterDays = 365;

/** The days of a working week, in its order. */
export const weekdays = () => [
  m.labels_monday(),
  m.labels_tuesday(),
  m.labels_wednesday(),
  m.labels_thursday(),
  m.labels_friday(),
  m.labels_saturday(),
  m.labels_sunday(),
];

/** What a canned reply may name, with what stands for it. */
export const cannedVariables = lazy([
  { name: "first_name", means: m.labels_the_customers_first_name },
  { name: "name", means: m.labels_their_whole_name },
  { name: "phone", means: m.labels_their_number },
  { name: "my_name", means: m.labels_your_first_name },
  { name: "business", means: m.labels_your_organisation },
]);
