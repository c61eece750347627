import { conflict, errorsOf, invalid, said, tooLarge } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const botsError = errorsOf({
  "bot.knows_nothing": conflict(m.errors_the_bot_knows_nothing_yet_add),
  "bot.no_model": invalid(m.errors_no_model_is_configured_here_the),
  "bot.too_many_entries": conflict(m.errors_a_bot_knows_at_most_2),
  "bot.too_many_questions": conflict(m.errors_an_evaluation_set_has_at_most),
  "bot.worse": conflict(m.errors_the_bot_got_worse_of_right),
  "bot_source.known": conflict(m.errors_the_bot_reads_this_page_already),
  "bot_source.no_file": invalid(m.errors_choose_a_pdf_a_word_document),
  "bot_source.too_large": tooLarge(m.errors_the_file_is_larger_than_10),
  "bot_source.unreadable": invalid(said),
});
