import { and, eq, sql } from "drizzle-orm";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { type ContactTable, leftOutAs } from "#app/domain/record/contactTables.ts";

const columns = {
  at: smsMessages.createdAt,
  recipient: smsMessages.recipient,
  body: smsMessages.body,
  state: smsMessages.state,
  sentAt: smsMessages.sentAt,
  deliveredAt: smsMessages.deliveredAt,
  failedAt: smsMessages.failedAt,
};

/** SMS to a person. They were paid, so the rows are kept without the person. */
export const smsContactData: readonly ContactTable[] = [
  {
    table: smsMessages,
    onExport: {
      name: "sms",
      columns,
      leftOut: {
        ...leftOutAs(
          "How it is kept",
          "orgId",
          "id",
          "messageId",
          "campaignId",
          "contactId",
          "dueAt",
          "tries",
        ),
        ...leftOutAs(
          "How it was sent",
          "waitSeconds",
          "parts",
          "providerId",
          "report",
          "reason",
          "whatsappAt",
        ),
        ...leftOutAs("What it cost the organisation", "priceCents", "costCents"),
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(columns)
          .from(smsMessages)
          .where(and(eq(smsMessages.orgId, orgId), eq(smsMessages.contactId, contactId))),
    },
    onErase: "Emptied with the messages that they followed, in one statement",
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update sms_messages set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
];
