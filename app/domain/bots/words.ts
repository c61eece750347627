/** Words of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const botLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export type BotLanguage = keyof typeof botLanguages;
export const languageCodes = Object.keys(botLanguages) as BotLanguage[];

export const botStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  live: { label: "Live", tone: "good" },
  paused: { label: "Paused", tone: "warn" },
} as const;

export const sourceStatuses = {
  waiting: { label: "Being read", tone: "info" },
  read: { label: "Read", tone: "good" },
  failed: { label: "Not read", tone: "bad" },
} as const;

export const outcomes = {
  answered: { label: "Answered", tone: "good" },
  asked: { label: "Asked back", tone: "info" },
  refused: { label: "Refused", tone: "warn" },
  handed_over: { label: "Handed over", tone: "info" },
} as const;
export type Outcome = keyof typeof outcomes;

export const expectations = {
  entry: "The answer of an entry",
  handover: "Hand over to a person",
  refusal: "Refuse: not about the business",
} as const;

/** Why a bot refused or handed over. */
export const reasons = {
  asked_for_person: "The customer asked for a person",
  complaint: "A complaint",
  payment: "About a payment",
  two_misses: "No answer twice in a row",
  too_many: "Too many messages in an hour",
  budget: "The budget of the day is used up",
  model_down: "The model did not answer",
  member_wrote: "A member wrote",
  off_topic: "Nothing like it is known",
  injection: "Tried to change what the bot does",
  no_words: "No words to read",
  flow: "A flow gave it to your team",
} as const;
export type Reason = keyof typeof reasons;
export const reasonCodes = Object.keys(reasons) as [Reason, ...Reason[]];

export const rereadChoices = { 0: "Only when asked", 24: "Every day", 168: "Every week" } as const;
