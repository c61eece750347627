/** The days of a working week, in its order. */
export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** What a canned reply may name, with what stands for it. */
export const cannedVariables = [
  { name: "first_name", means: "the customer's first name" },
  { name: "name", means: "their whole name" },
  { name: "phone", means: "their number" },
  { name: "my_name", means: "your first name" },
  { name: "business", means: "your organisation" },
] as const;
