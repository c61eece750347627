import type { QuestionAnswer } from "#app/db/schema/sales/matching.ts";
import type { OutboundInteractive } from "#app/domain/messaging/messages/outboundPayload.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";

/** Of each button's id, which a tap sends back. */
export const questionPrefix = "payq:";
const button = /^payq:(pqn_[0-9a-f]+):(yes|no)$/;

/** A question with its two buttons. */
export const questionButtons = (
  id: string,
  texts: { question: string; yes: string; no: string },
): OutboundInteractive => ({
  type: "button",
  body: { text: texts.question },
  action: {
    buttons: (["yes", "no"] as const).map((answer) => ({
      type: "reply",
      reply: { id: `${questionPrefix}${id}:${answer}`, title: texts[answer] },
    })),
  },
});

/** The answer that a message taps; undefined: it is none. */
export function tappedAnswer({
  interactive,
}: Pick<InboundMessage, "interactive">): { questionId: string; answer: QuestionAnswer } | undefined {
  const [, questionId, answer] = button.exec(interactive?.button_reply?.id ?? "") ?? [];
  return questionId && answer ? { questionId, answer: answer as QuestionAnswer } : undefined;
}
