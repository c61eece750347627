import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { messages } from "#app/db/schema/messaging/messages.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { smsReasonWords, smsStateWords } from "./words.ts";

type Message = typeof messages.$inferSelect;
type Sms = Pick<typeof smsMessages.$inferSelect, "messageId" | "state" | "reason">;

/** The SMS of messages, not yet queried. */
export function smsOfMessages(tx: Tx, orgId: OrgId, rows: readonly Pick<Message, "id" | "type">[]) {
  const ids = rows.filter(({ type }) => type === "template").map(({ id }) => id);
  return tx
    .select({ messageId: smsMessages.messageId, state: smsMessages.state, reason: smsMessages.reason })
    .from(smsMessages)
    .where(and(eq(smsMessages.orgId, orgId), isAnyOf(smsMessages.messageId, ids)));
}

/** What the thread says of a message's SMS; null where WhatsApp delivered and none was needed. */
export function smsWordsOf(
  { state, reason }: Pick<Sms, "state" | "reason">,
  message: Pick<Message, "state">,
): string | null {
  if (reason === "whatsapp") return null;
  const words = smsStateWords[state];
  const hasBoth = message.state === "delivered" || message.state === "read";
  if (hasBoth && state !== "waiting" && state !== "skipped") return m.sms_thread_late({ state: words });
  return reason
    ? m.sms_thread_reason({ state: words, reason: smsReasonWords[reason] })
    : m.sms_thread({ state: words });
}
