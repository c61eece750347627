/** Words of the screens, apart from the schemas, so that a browser gets them without the validation. */

import type {
  AnswerCheck,
  FlowLanguage,
  FlowStep,
  SessionStatus,
  StartedBy,
  StepKind,
} from "#app/db/schema/flows.ts";
import { maxNoteLength, maxTitleLength } from "#app/domain/crm/words.ts";
import { m } from "#messages";

export type { AnswerCheck, FlowLanguage, FlowStep, SessionStatus, StartedBy, StepKind };

export const flowLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export const flowLanguageCodes = Object.keys(flowLanguages) as FlowLanguage[];

export const flowStatuses = {
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

export const sessionStatuses = {
  running: {
    get label() {
      return m.labels_running();
    },
    tone: "info",
  },
  completed: {
    get label() {
      return m.labels_completed();
    },
    tone: "good",
  },
  handed_over: {
    get label() {
      return m.labels_handed_over();
    },
    tone: "info",
  },
  timed_out: {
    get label() {
      return m.labels_timed_out();
    },
    tone: "warn",
  },
  stopped: {
    get label() {
      return m.labels_stopped();
    },
    tone: "warn",
  },
} as const;

export const startedByWords: Readonly<Record<StartedBy, string>> = {
  get keyword() {
    return m.labels_a_word_of_the_customer();
  },
  get button() {
    return m.labels_a_button_of_a_template();
  },
  get first_message() {
    return m.labels_the_first_message();
  },
  get member() {
    return m.labels_a_member();
  },
  get rule() {
    return m.labels_a_rule();
  },
};

/** Why a session ended as it did. */
export const endReasons = {
  get handover_step() {
    return m.labels_a_step_hands_over();
  },
  get asked_for_person() {
    return m.labels_the_customer_asked_for_a_person();
  },
  get too_many_misses() {
    return m.labels_three_answers_that_did_not_fit();
  },
  get customer_stopped() {
    return m.labels_the_customer_ended_it();
  },
  get opted_out() {
    return m.labels_the_customer_opted_out();
  },
  get member_wrote() {
    return m.labels_a_member_wrote();
  },
  get member_stopped() {
    return m.labels_a_member_stopped_it();
  },
  get flood() {
    return m.labels_too_many_messages_within_a_minute();
  },
  get loop() {
    return m.labels_it_went_in_a_circle();
  },
  get window_closed() {
    return m.labels_the_customer_service_window_had_closed();
  },
  get not_sendable() {
    return m.labels_a_message_could_not_be_sent();
  },
  get step_gone() {
    return m.labels_a_step_is_missing();
  },
  get no_answer() {
    return m.labels_no_answer_in_time();
  },
} as const;
export type EndReason = keyof typeof endReasons;
export const reasonCodes = Object.keys(endReasons) as [EndReason, ...EndReason[]];

export const checkWords: Readonly<Record<AnswerCheck, string>> = {
  get text() {
    return m.labels_any_words();
  },
  get number() {
    return m.labels_a_number();
  },
  get date() {
    return m.labels_a_date();
  },
  get coming_date() {
    return m.labels_a_date_from_today_on();
  },
  get phone() {
    return m.labels_a_phone_number();
  },
  get email() {
    return m.labels_an_e_mail_address();
  },
  get choice() {
    return m.labels_one_of_these_answers();
  },
};
export const checkNames = Object.keys(checkWords) as [AnswerCheck, ...AnswerCheck[]];

/** What WhatsApp takes (facts/whatsapp-cloud-api.md §6), and deals and tasks, in characters. */
export const limits = {
  text: 4096,
  question: 1024,
  buttons: 3,
  buttonTitle: 20,
  rows: 10,
  rowTitle: 24,
  description: 72,
  listButton: 20,
  crmTitle: maxTitleLength,
  crmNote: maxNoteLength,
} as const;

export const mostSteps = 60;
export const mostCases = 6;
