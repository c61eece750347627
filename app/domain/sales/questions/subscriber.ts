import { messageReceived } from "#app/domain/messaging/events.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import { answerPaymentQuestionJob } from "#app/domain/sales/jobs.ts";
import { questionPrefix } from "./tap.ts";

/** Reads answers to questions about payments, while one waits for an answer. */
export const questionSubscriber: Subscriber = {
  kind: "question",
  wants: ({ name }) => name === messageReceived.name,
  expressions: (events) => `question as (
  select 1 from jsonb_to_recordset(${events}::jsonb) as e(name text, data jsonb)
  where exists (select 1 from payment_questions where org_id = $1 and answer is null and ends_at > now())
    and e.name = '${messageReceived.name}' and exists (select 1 from messages m where m.org_id = $1 and m.id = e.data ->> 'messageId'
      and m.payload -> 'interactive' -> 'button_reply' ->> 'id' like '${questionPrefix}%')
)`,
  async enqueue(tx, { orgId, jobs }, events) {
    for (const { name, subject_id: conversationId, data } of events) {
      const { messageId } = data as { messageId?: string };
      if (name === messageReceived.name && conversationId && messageId)
        await jobs.enqueue(answerPaymentQuestionJob, { orgId, conversationId, messageId }, { tx });
    }
  },
};
