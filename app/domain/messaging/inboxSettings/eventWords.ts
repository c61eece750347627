import type * as events from "#app/domain/messaging/events.ts";
import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

export const inboxSettingWords: Pick<
  WordsOf<typeof events>,
  "inbox.duty_changed" | "inbox.settings_changed"
> = {
  "inbox.duty_changed": ({ member, onDuty, capacity }) => ({
    title: m.events_inbox_duty_changed_title(),
    details: onDuty
      ? m.events_duty_available({ member, conversations: counted(m.counts_conversations, capacity) })
      : m.events_duty_unavailable({ member, conversations: counted(m.counts_conversations, capacity) }),
  }),
  "inbox.settings_changed": ({ autoAssign }) => ({
    title: m.events_inbox_settings_changed_title(),
    details: autoAssign ? m.events_inbox_auto_assign_on() : m.events_inbox_auto_assign_off(),
  }),
};
