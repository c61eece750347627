/** Words of the screens, apart from the schemas, so that a browser gets them without the validation. */

import type {
  AnswerCheck,
  FlowLanguage,
  FlowOperator,
  FlowStep,
  SessionStatus,
  StartedBy,
  StepKind,
} from "#app/db/schema/flows.ts";

export type { AnswerCheck, FlowLanguage, FlowOperator, FlowStep, SessionStatus, StartedBy, StepKind };

export const flowLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export const flowLanguageCodes = Object.keys(flowLanguages) as FlowLanguage[];

export const flowStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  live: { label: "Live", tone: "good" },
  paused: { label: "Paused", tone: "warn" },
} as const;

export const sessionStatuses = {
  running: { label: "Running", tone: "info" },
  completed: { label: "Completed", tone: "good" },
  handed_over: { label: "Handed over", tone: "info" },
  timed_out: { label: "Timed out", tone: "warn" },
  stopped: { label: "Stopped", tone: "warn" },
} as const;

export const startedByWords: Readonly<Record<StartedBy, string>> = {
  keyword: "A word of the customer",
  button: "A button of a template",
  first_message: "The first message",
  member: "A member",
  rule: "A rule",
};

/** Why a session ended as it did. */
export const endReasons = {
  handover_step: "A step hands over",
  asked_for_person: "The customer asked for a person",
  too_many_misses: "Three answers that did not fit",
  customer_stopped: "The customer ended it",
  opted_out: "The customer opted out",
  member_wrote: "A member wrote",
  member_stopped: "A member stopped it",
  flood: "Too many messages within a minute",
  loop: "It went in a circle",
  window_closed: "The customer service window had closed",
  not_sendable: "A message could not be sent",
  step_gone: "A step is missing",
  no_answer: "No answer in time",
} as const;
export type EndReason = keyof typeof endReasons;
export const reasonCodes = Object.keys(endReasons) as [EndReason, ...EndReason[]];

/** The kinds in the order of the form that adds a step. */
export const stepKinds: Readonly<Record<StepKind, { label: string; hint: string }>> = {
  say: { label: "Say", hint: "Sends a text and goes on." },
  ask: { label: "Ask", hint: "Waits for words, a number, a date, a phone number or an e-mail address." },
  choose: { label: "Let choose", hint: "Up to 3 buttons, or a list of up to 10." },
  branch: { label: "Branch", hint: "Goes on by what was answered." },
  check: { label: "Check", hint: "Goes on if a condition holds, or elsewhere." },
  save: { label: "Save", hint: "Puts words into a field of the contact, or adds a tag." },
  consent: { label: "Record consent", hint: "Opts the contact in or out, with the answer as evidence." },
  webhook: { label: "Call a webhook", hint: "Asks one of your systems, and keeps what it answers." },
  template: { label: "Send a template", hint: "It costs what a template costs." },
  deal: { label: "Create a deal", hint: "Of the contact, in one of your stages." },
  task: { label: "Create a task", hint: "For the contact, due after some days." },
  handover: { label: "Hand over", hint: "Ends here, and gives the conversation to your team." },
  end: { label: "End", hint: "Ends here." },
};
export const stepKindNames = Object.keys(stepKinds) as [StepKind, ...StepKind[]];

export const checkWords: Readonly<Record<AnswerCheck, string>> = {
  text: "Any words",
  number: "A number",
  date: "A date",
  phone: "A phone number",
  email: "An e-mail address",
  choice: "One of these answers",
};
export const checkNames = Object.keys(checkWords) as [AnswerCheck, ...AnswerCheck[]];

export const operatorWords: Readonly<Record<FlowOperator, string>> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  at_least: "is at least",
  at_most: "is at most",
  given: "is given",
};
export const operatorNames = Object.keys(operatorWords) as [FlowOperator, ...FlowOperator[]];

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
  crmTitle: 120,
  crmNote: 2000,
} as const;

export const mostSteps = 60;
export const mostCases = 6;
/** Facts of the contact that a text can name beside the answers. */
export const contactFacts = ["name", "phone", "tags"] as const;
