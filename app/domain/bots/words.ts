import { m } from "#messages";

/** Words of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const botLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export type BotLanguage = keyof typeof botLanguages;
export const languageCodes = Object.keys(botLanguages) as BotLanguage[];

export const botStatuses = {
  draft: {
    get label() {
      return m.labels_draft();
    },
    tone: "neutral",
  },
  live: {
    get label() {
      return m.labels_live();
    },
    tone: "good",
  },
  paused: {
    get label() {
      return m.labels_paused();
    },
    tone: "warn",
  },
} as const;

export const sourceStatuses = {
  waiting: {
    get label() {
      return m.labels_being_read();
    },
    tone: "info",
  },
  read: {
    get label() {
      return m.labels_read();
    },
    tone: "good",
  },
  failed: {
    get label() {
      return m.labels_not_read();
    },
    tone: "bad",
  },
} as const;

export const outcomes = {
  answered: {
    get label() {
      return m.labels_answered();
    },
    tone: "good",
  },
  asked: {
    get label() {
      return m.labels_asked_back();
    },
    tone: "info",
  },
  refused: {
    get label() {
      return m.labels_refused();
    },
    tone: "warn",
  },
  handed_over: {
    get label() {
      return m.labels_handed_over();
    },
    tone: "info",
  },
} as const;
export type Outcome = keyof typeof outcomes;

export const expectations = {
  get entry() {
    return m.labels_the_answer_of_an_entry();
  },
  get handover() {
    return m.labels_hand_over_to_a_person();
  },
  get refusal() {
    return m.labels_refuse_not_about_the_business();
  },
} as const;

/** Why a bot refused or handed over. */
export const reasons = {
  get asked_for_person() {
    return m.labels_the_customer_asked_for_a_person();
  },
  get complaint() {
    return m.labels_a_complaint();
  },
  get payment() {
    return m.labels_about_a_payment();
  },
  get two_misses() {
    return m.labels_no_answer_twice_in_a_row();
  },
  get too_many() {
    return m.labels_too_many_messages_in_an_hour();
  },
  get budget() {
    return m.labels_the_budget_of_the_day_is();
  },
  get model_down() {
    return m.labels_the_model_did_not_answer();
  },
  get member_wrote() {
    return m.labels_a_member_wrote();
  },
  get off_topic() {
    return m.labels_nothing_like_it_is_known();
  },
  get injection() {
    return m.labels_tried_to_change_what_the_bot();
  },
  get no_words() {
    return m.labels_no_words_to_read();
  },
  get flow() {
    return m.labels_a_flow_gave_it_to_your();
  },
} as const;
export type Reason = keyof typeof reasons;
export const reasonCodes = Object.keys(reasons) as [Reason, ...Reason[]];

export const rereadChoices = {
  get 0() {
    return m.labels_only_when_asked();
  },
  get 24() {
    return m.labels_every_day();
  },
  get 168() {
    return m.labels_every_week();
  },
} as const;
