import { messageReceived } from "#app/domain/messaging/events.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import { answerMoneyWordJob } from "#app/domain/sales/jobs.ts";
import { moneyWordOf } from "./moneyWord.ts";

/** The longest word that is answered, in characters. */
const longest = 40;

/** Replies to NAMBA and SALIO, where the organisation has a till and did not switch it off. */
export const moneyWordSubscriber: Subscriber = {
  kind: "word",
  wants: ({ name }) => name === messageReceived.name,
  expressions: (events) => `word as (
  select 1 from jsonb_to_recordset(${events}::jsonb) as e(name text, data jsonb)
  where e.name = '${messageReceived.name}' and length(e.data ->> 'excerpt') between 4 and ${longest}
    and exists (select 1 from tills where org_id = $1 and removed_at is null)
    and not exists (select 1 from payment_settings where org_id = $1 and not answers_words)
)`,
  async enqueue(tx, { orgId, jobs }, events) {
    for (const { name, subject_id: conversationId, data } of events) {
      const { excerpt = "", messageId = "" } = data as { excerpt?: string; messageId?: string };
      const word = name === messageReceived.name ? moneyWordOf(excerpt) : undefined;
      if (word && conversationId)
        await jobs.enqueue(answerMoneyWordJob, { orgId, conversationId, messageId, word }, { tx });
    }
  },
};
