import { inSentence } from "#app/platform/text/inSentence.ts";
import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";
import { type EndReason, endReasons, flowLanguages } from "./words.ts";

interface HandedOver {
  flow: string;
  reason: EndReason;
  language: keyof typeof flowLanguages;
  answers: readonly (readonly [name: string, answer: string])[];
}

/** The note of a handover: the reason, the language and the answers. */
export const handOverNote = notesOf({
  "flow.handed_over": ({ flow, reason, language, answers }: HandedOver) =>
    [
      m.flows_handover_note_reason({ flow, reason: inSentence(endReasons[reason]) }),
      m.common_handover_note_language({ language: flowLanguages[language] }),
      answers.length > 0 ? m.flows_handover_note_answers() : m.flows_handover_note_no_answers(),
      ...answers.map(([name, answer]) => m.flows_handover_note_answer({ name, answer })),
    ].join("\n"),
});
