import { queryRows } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { messageStateWords } from "#app/domain/messaging/messages/words.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { noteWords } from "#app/platform/text/notes.ts";

interface MessageRow {
  id: string;
  wamid: string | null;
  businessName: string;
  direction: "in" | "out";
  type: string;
  state: MessageState;
  /** Masked except its country and its last digits. */
  person: string | null;
  number: string | null;
  accountId: string | null;
  campaign: string | null;
  template: string | null;
  attempts: number;
  errorCode: number | null;
  errorDetail: string | null;
  createdAt: Date;
  acceptedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  failedAt: Date | null;
}

const text = `select m.id, m.wamid, o.name as "businessName", m.direction, m.type, m.state,
    left(m.recipient, 4) || '…' || right(m.recipient, 3) as person, n.display_phone_number as number,
    n.whatsapp_account_id as "accountId", c.name as campaign, t.name as template, m.attempts,
    m.error_code as "errorCode", m.error_detail as "errorDetail", m.created_at as "createdAt",
    m.accepted_at as "acceptedAt", m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.read_at as "readAt",
    m.failed_at as "failedAt"
  from messages m join organisations o on o.id = m.org_id
    left join phone_numbers n on n.org_id = $1 and n.phone_number_id = m.phone_number_id
    left join campaigns c on c.org_id = $1 and c.id = m.campaign_id
    left join templates t on t.org_id = $1 and t.id = m.template_id
  where m.org_id = $1 and m.id = $2`;

/**
 * What staff see of a message without opening the workspace: its history and errors, without its text or
 * recipient. @throws DomainError `message.not_found`.
 */
export async function getMessageForStaff({
  ctx,
  input: { orgId, messageId },
}: Call<{ orgId: string; messageId: string }, StaffContext>) {
  const [message] = await ctx.db.withSystem((tx) => queryRows<MessageRow>(tx, text, [orgId, messageId]));
  if (!message) throw notFound("Message");
  const isFailure = message.state === "failed" || message.errorCode !== null;
  return {
    message: {
      ...message,
      errorDetail: message.errorDetail && noteWords(message.errorDetail),
      stateWord: messageStateWords[message.state],
    },
    failure: isFailure ? reasonOf(message.errorCode).text : null,
  };
}
