import type { StepKind } from "#app/db/schema/flows/flows.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The kinds in the order of the form that adds a step. */
export const stepKinds: Readonly<Record<StepKind, { label: string; hint: string }>> = lazy({
  say: { label: m.labels_say, hint: m.labels_sends_a_text_and_goes_on },
  ask: { label: m.labels_ask, hint: m.labels_waits_for_words_a_number_a },
  choose: { label: m.labels_let_choose, hint: m.labels_up_to_3_buttons_or_a },
  branch: { label: m.labels_branch, hint: m.labels_goes_on_by_what_was_answered },
  check: { label: m.labels_check, hint: m.labels_goes_on_if_a_condition_holds },
  save: { label: m.labels_save, hint: m.labels_puts_words_into_a_field_of },
  consent: { label: m.labels_record_consent, hint: m.labels_opts_the_contact_in_or_out },
  webhook: { label: m.labels_call_a_webhook, hint: m.labels_asks_one_of_your_systems_and },
  template: { label: m.labels_send_a_template, hint: m.labels_it_costs_what_a_template_costs },
  deal: { label: m.labels_create_a_deal, hint: m.labels_of_the_contact_in_one_of },
  task: { label: m.labels_create_a_task, hint: m.labels_for_the_contact_due_after_some },
  handover: { label: m.labels_hand_over, hint: m.labels_ends_here_and_gives_the_conversation },
  end: { label: m.labels_end, hint: m.labels_ends_here },
});
export const stepKindNames = Object.keys(stepKinds) as [StepKind, ...StepKind[]];
