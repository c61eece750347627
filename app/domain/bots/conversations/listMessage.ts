import { replies } from "../answering/replies.ts";
import type { Found } from "../answering/retrieve.server.ts";
import type { BotLanguage } from "../words.ts";
import { entryRow, personRow } from "./readTurn.server.ts";

/** WhatsApp's limits for a list row, in characters. */
const maxTitle = 24;
const maxDescription = 72;

const cut = (text: string, max: number) => {
  const letters = [...text];
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
};

/** “Did you mean”: the entries as rows of a list message, and a person as the last one. */
export function listMessage(language: BotLanguage, listed: readonly Found[]) {
  const texts = replies[language];
  const rows = [
    ...listed.map(({ entryId, question }) => ({
      id: entryRow(entryId),
      title: cut(question, maxTitle),
      ...(question.length > maxTitle ? { description: cut(question, maxDescription) } : {}),
    })),
    { id: personRow, title: texts.personButton, description: texts.personHint },
  ];
  const choices = [...listed.map(({ question }) => question), texts.personButton];
  return {
    /** As shown in the chat; customers may reply with a number. */
    body: [texts.didYouMean, ...choices.map((choice, index) => `${index + 1}. ${choice}`)].join("\n"),
    interactive: {
      type: "list",
      body: { text: texts.didYouMean },
      action: { button: texts.chooseButton, sections: [{ rows }] },
    },
  };
}
