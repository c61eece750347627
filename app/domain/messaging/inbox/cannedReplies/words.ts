import { laterHours, snoozeChoices } from "#app/domain/messaging/conversations/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** How a macro can end: it closes the conversation, or snoozes it. */
export const macroEnds = ["close", ...snoozeChoices] as const;

export const macroEndWords: Record<(typeof macroEnds)[number], string> = lazy({
  close: m.chat_macro_end_close,
  later: () => m.chat_macro_end_later({ hours: laterHours }),
  tomorrow: m.chat_macro_end_tomorrow,
  monday: m.chat_macro_end_monday,
});
