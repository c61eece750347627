import { and, eq, isNull, sql } from "drizzle-orm";
import { prepareOnce, type Tx } from "#app/db/client.server.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { refuseIfSuspended } from "#app/domain/accounts/suspensions.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { withContact, withNumber } from "./joins.ts";

/**
 * The conversation that a member writes in, with contact and WhatsApp account, its row locked until the end of the
 * transaction: two sends of one form come one after the other. First locked, then joined.
 * @throws DomainError `conversation.not_found`, `conversation.number_disconnected`, `conversation.no_phone`,
 *   `organisation.suspended`
 */
export async function openForSending(tx: Tx, ctx: OrgContext, conversationId: string) {
  const ours = and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId));
  await tx.select({ id: conversations.id }).from(conversations).where(ours).for("update");
  return openLocked(tx, ctx, conversationId);
}

/** A conversation with all that decides whether a message may go. */
export const selectOpen = (tx: Tx) =>
  tx
    .select({
      conversation: conversations,
      contact: contacts,
      account: { id: whatsappAccounts.id, status: whatsappAccounts.status },
      suspension: { level: suspensions.level, reason: suspensions.reason },
      org: {
        planType: organisations.planType,
        billingType: organisations.billingType,
        timezone: organisations.timezone,
        locale: organisations.locale,
      },
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .innerJoin(organisations, eq(organisations.id, conversations.orgId))
    .leftJoin(phoneNumbers, withNumber)
    .leftJoin(whatsappAccounts, withAccount)
    .leftJoin(suspensions, and(eq(suspensions.orgId, conversations.orgId), isNull(suspensions.endedAt)));

const readOpen = prepareOnce((tx) =>
  selectOpen(tx)
    .where(
      and(
        eq(conversations.orgId, sql.placeholder("orgId")),
        eq(conversations.id, sql.placeholder("conversationId")),
      ),
    )
    .prepare("open_conversation"),
);

async function openLocked(tx: Tx, ctx: OrgContext, conversationId: string) {
  const [row] = await readOpen(tx).execute({ orgId: ctx.orgId, conversationId });
  if (!row) throw notFound("Conversation");
  return requireOpen(row);
}

/** @throws DomainError `conversation.number_disconnected`, `conversation.no_phone`, `organisation.suspended` */
export function requireOpen(row: Awaited<ReturnType<typeof selectOpen>>[number]) {
  const { conversation, contact, account, org } = row;
  refuseIfSuspended(row.suspension ?? undefined, "sends");
  if (account?.status !== "connected") {
    throw messagingError("conversation.number_disconnected");
  }
  // The phone number is preferred, so that WhatsApp keeps sharing it.
  const recipient = contact.phone ?? (contact.waId ? `+${contact.waId}` : contact.bsuid);
  if (recipient === null) {
    throw messagingError("conversation.no_phone");
  }
  return { conversation, contact, account, recipient, org };
}

export type OpenConversation = ReturnType<typeof requireOpen>;
