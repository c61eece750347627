import { inSentence } from "#app/platform/text/inSentence.ts";
import { notesOf } from "#app/platform/text/notes.ts";
import { maxPageBytes, type PageProblem, pageSeconds } from "#app/providers/pages/pageProblems.ts";
import { m } from "#messages";
import { type BotLanguage, botLanguages, type Outcome, outcomes, type Reason, reasons } from "./words.ts";

/** Why a page was not read. */
export const pageNote = notesOf({
  "page.no_text": m.bots_page_note_no_text,
  "page.redirects": m.bots_page_note_redirects,
  "page.private_host": m.bots_page_note_private_host,
  "page.no_host": m.bots_page_note_no_host,
  "page.status": m.bots_page_note_status,
  "page.not_a_page": m.bots_page_note_not_a_page,
  "page.late": () => m.bots_page_note_late({ seconds: pageSeconds }),
  "page.unreached": m.bots_page_note_unreached,
  "page.no_protocol": m.bots_page_note_no_protocol,
  "page.password": m.bots_page_note_password,
  "page.port": m.bots_page_note_port,
  "page.too_large": () => m.bots_page_note_too_large({ limit: `${maxPageBytes / 1024} KB` }),
  "page.too_complex": m.bots_page_note_too_complex,
} satisfies Record<`page.${PageProblem}`, (facts: never) => string>);

interface HandedOver {
  reason: Reason;
  question: string;
  language: BotLanguage;
  /** Earlier questions, each with its result. */
  tried: readonly (readonly [question: string, outcome: Outcome])[];
}

/** The note of a handover: the reason, the language, the question and earlier attempts. */
export const handOverNote = notesOf({
  "bot.handed_over": ({ reason, question, language, tried }: HandedOver) =>
    [
      m.bots_handover_note_reason({ reason: reasons[reason], question }),
      m.common_handover_note_language({ language: botLanguages[language] }),
      ...(tried.length > 0 ? [m.bots_handover_note_before()] : []),
      ...tried.map(([question, outcome]) =>
        m.bots_handover_note_tried({ question, outcome: inSentence(outcomes[outcome].label) }),
      ),
    ].join("\n"),
});
