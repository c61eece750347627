import { conflict, errorsOf, invalid, said, tooLarge } from "#app/platform/errors.ts";
import { m } from "#messages";

/** Refusals of this room, with their texts. */
export const botsError = errorsOf({
  "bot.knows_nothing": conflict(m.errors_bot_knows_nothing),
  "bot.no_model": invalid(m.errors_bot_no_model),
  "bot.too_many_entries": conflict(m.errors_bot_too_many_entries),
  "bot.too_many_questions": conflict(m.errors_bot_too_many_questions),
  "bot.worse": conflict(m.errors_bot_worse),
  "bot_source.known": conflict(m.errors_bot_source_known),
  "bot_source.no_file": invalid(m.errors_bot_source_no_file),
  "bot_source.too_large": tooLarge(m.errors_bot_source_too_large),
  "bot_source.unreadable": invalid(said),
});
