import { eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { sendDueMessages } from "#app/domain/messaging/scheduled/sendDue.server.ts";
import { hours, newKey } from "./chats.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";
import { createSnoozes, type SnoozeShop } from "./snoozes.ts";

export const schedule = "POST /conversations/:conversationId/scheduled";
export const scheduled = "PUT /conversations/:conversationId/scheduled/:scheduledMessageId";
export const cancel = "DELETE /conversations/:conversationId/scheduled/:scheduledMessageId";
export const sendNow = "POST /conversations/:conversationId/scheduled/:scheduledMessageId/send";

/** A shop with a waiting customer, and what a test does and reads of scheduled messages. */
export function createScheduled(platform: TestPlatform) {
  const snoozes = createSnoozes(platform);
  const { chats, call, later, inForm } = snoozes;

  const reply = (
    { org, conversationId }: SnoozeShop,
    {
      at = later(hours(2)),
      text = "Your order is ready.",
      key = newKey(),
      as = org as { cookie: string },
    } = {},
  ) => call(schedule, { conversationId, text, at: inForm(at), key }, as);

  const rows = (org: TestOrg) =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .select()
        .from(scheduledMessages)
        .where(eq(scheduledMessages.orgId, org.orgId))
        .orderBy(scheduledMessages.sendAt, scheduledMessages.createdAt),
    );

  /** What became of an organisation's messages, in the order of their times. */
  async function due(org: TestOrg) {
    await sendDueMessages(platform.services);
    return (await rows(org)).map(({ state }) => state);
  }

  const sent = async ({ org }: SnoozeShop) => (await chats.outgoing(org)).map(({ body }) => body);

  const change = (org: TestOrg, values: Partial<typeof contacts.$inferInsert>) =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contacts).set(values).where(eq(contacts.orgId, org.orgId)),
    );

  const notices = async (as: { cookie: string }) =>
    (await call("GET /notifications", {}, as)).notifications
      .filter(({ title }) => title === "Scheduled message not sent")
      .map(({ body }) => body);

  return { ...snoozes, reply, rows, due, sent, change, notices };
}
