import { bestScore } from "#app/domain/messaging/fieldRules.ts";
import type { OutboundInteractive } from "#app/domain/messaging/messages/outboundPayload.ts";
import { scoreOfButton } from "#app/domain/messaging/scoreTemplate.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { type SatisfactionLanguage, satisfactionTexts } from "./texts.ts";

/** Of each row's id, which a tap sends back. */
export const scorePrefix = "satisfaction:";
const scoreRow = /^satisfaction:(sat_[0-9a-f]+):([1-5])$/;

/** The question as a list message, in the organisation's words or the default ones. WhatsApp has at most three buttons. */
export function questionOf(requestId: string, own: string, language: SatisfactionLanguage) {
  const { question, button, scores } = satisfactionTexts[language];
  const text = own || question;
  const rows = scores.map((title, index) => ({
    id: `${scorePrefix}${requestId}:${bestScore - index}`,
    title,
  }));
  const interactive: OutboundInteractive = {
    type: "list",
    body: { text },
    action: { button, sections: [{ rows }] },
  };
  return { body: text, interactive };
}

export interface Tap {
  /** Known of a row; a template's button is recognised by the message that it answers. */
  requestId: string | null;
  score: number;
  /** Meta's id of that message. */
  answers: string | undefined;
}

/** The score of a tapped row or button; undefined: certainly no answer to the question. */
export function tappedScore({ interactive, button, context }: InboundMessage): Tap | undefined {
  const [, requestId, row] = scoreRow.exec(interactive?.list_reply?.id ?? "") ?? [];
  if (requestId && row) return { requestId, score: Number(row), answers: context?.id };
  const score = scoreOfButton(button?.text ?? "");
  return score === undefined ? undefined : { requestId: null, score, answers: context?.id };
}
