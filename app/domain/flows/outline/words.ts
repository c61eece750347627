import type { StepKind } from "#app/db/schema/flows.ts";
import { m } from "#messages";

/** The kinds in the order of the form that adds a step. */
export const stepKinds: Readonly<Record<StepKind, { label: string; hint: string }>> = {
  say: {
    get label() {
      return m.labels_say();
    },
    get hint() {
      return m.labels_sends_a_text_and_goes_on();
    },
  },
  ask: {
    get label() {
      return m.labels_ask();
    },
    get hint() {
      return m.labels_waits_for_words_a_number_a();
    },
  },
  choose: {
    get label() {
      return m.labels_let_choose();
    },
    get hint() {
      return m.labels_up_to_3_buttons_or_a();
    },
  },
  branch: {
    get label() {
      return m.labels_branch();
    },
    get hint() {
      return m.labels_goes_on_by_what_was_answered();
    },
  },
  check: {
    get label() {
      return m.labels_check();
    },
    get hint() {
      return m.labels_goes_on_if_a_condition_holds();
    },
  },
  save: {
    get label() {
      return m.labels_save();
    },
    get hint() {
      return m.labels_puts_words_into_a_field_of();
    },
  },
  consent: {
    get label() {
      return m.labels_record_consent();
    },
    get hint() {
      return m.labels_opts_the_contact_in_or_out();
    },
  },
  webhook: {
    get label() {
      return m.labels_call_a_webhook();
    },
    get hint() {
      return m.labels_asks_one_of_your_systems_and();
    },
  },
  template: {
    get label() {
      return m.labels_send_a_template();
    },
    get hint() {
      return m.labels_it_costs_what_a_template_costs();
    },
  },
  deal: {
    get label() {
      return m.labels_create_a_deal();
    },
    get hint() {
      return m.labels_of_the_contact_in_one_of();
    },
  },
  task: {
    get label() {
      return m.labels_create_a_task();
    },
    get hint() {
      return m.labels_for_the_contact_due_after_some();
    },
  },
  handover: {
    get label() {
      return m.labels_hand_over();
    },
    get hint() {
      return m.labels_ends_here_and_gives_the_conversation();
    },
  },
  end: {
    get label() {
      return m.labels_end();
    },
    get hint() {
      return m.labels_ends_here();
    },
  },
};
export const stepKindNames = Object.keys(stepKinds) as [StepKind, ...StepKind[]];
