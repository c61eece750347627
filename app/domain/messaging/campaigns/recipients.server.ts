import { and, asc, desc, eq, gt, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaignTotals } from "#app/db/schema/messaging/campaigns.ts";
import { type MessageState, messages } from "#app/db/schema/messaging/messages.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { codeOfMeta, reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { smsWordsOf } from "#app/domain/messaging/sms/thread.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Campaign, findCampaign } from "./find.server.ts";

export const recipientsPerPage = 50;

interface RecipientQuery {
  campaignId: string;
  state?: MessageState | undefined;
  /** Only running numbers beyond this one. */
  after?: number | undefined;
  /** Only running numbers below this one, nearest first. */
  before?: number | undefined;
}

const matching = (campaign: Campaign, { state, after, before }: RecipientQuery) =>
  and(
    eq(messages.orgId, campaign.orgId),
    eq(messages.campaignId, campaign.id),
    gte(messages.id, campaign.messagesFrom),
    lt(messages.id, campaign.messagesTo),
    state && eq(messages.state, state),
    // Uses the index of failures.
    state === "failed" ? isNotNull(messages.failedAt) : undefined,
    after === undefined ? undefined : gt(messages.sequence, after),
    before === undefined ? undefined : lt(messages.sequence, before),
  );

const withSms = (orgId: OrgId) => and(eq(smsMessages.orgId, orgId), eq(smsMessages.messageId, messages.id));

/** Recipients by running number, at most `limit`. */
export async function readRecipients(ctx: OrgContext, query: RecipientQuery, limit: number) {
  const { campaignId, state, before } = query;
  const rows = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, campaignId);
    if (state && (await countOfState(tx, ctx.orgId, campaignId, state)) === 0) return [];
    return tx
      .select({
        sequence: messages.sequence,
        messageId: messages.id,
        contactId: messages.contactId,
        name: contacts.name,
        phone: messages.recipient,
        state: messages.state,
        errorCode: messages.errorCode,
        acceptedAt: messages.acceptedAt,
        deliveredAt: messages.deliveredAt,
        readAt: messages.readAt,
        failedAt: messages.failedAt,
        smsState: smsMessages.state,
        smsReason: smsMessages.reason,
        smsSentAt: smsMessages.sentAt,
      })
      .from(messages)
      .leftJoin(contacts, and(eq(contacts.orgId, messages.orgId), eq(contacts.id, messages.contactId)))
      .leftJoin(smsMessages, campaign.sms ? withSms(ctx.orgId) : sql`false`)
      .where(matching(campaign, query))
      .orderBy(before === undefined ? asc(messages.sequence) : desc(messages.sequence))
      .limit(limit);
  });
  if (before !== undefined) rows.reverse();
  return rows.map(({ smsState, smsReason, ...row }) => ({
    ...row,
    sms: smsState && smsWordsOf({ state: smsState, reason: smsReason }, row),
    sequence: row.sequence ?? 0,
    name: row.name ?? "",
    phone: row.phone ?? "",
    errorCode: codeOfMeta(row.errorCode),
    reason: row.state === "failed" ? reasonOf(row.errorCode) : null,
  }));
}

/** Avoids scanning a million messages for a state without rows. */
async function countOfState(tx: Tx, orgId: OrgId, campaignId: string, state: MessageState): Promise<number> {
  const [total] = await tx
    .select({ count: campaignTotals.count })
    .from(campaignTotals)
    .where(
      and(
        eq(campaignTotals.orgId, orgId),
        eq(campaignTotals.campaignId, campaignId),
        eq(campaignTotals.state, state),
      ),
    );
  return total?.count ?? 0;
}

/** A page of recipients by running number, with the numbers that lead to its neighbours. */
export async function listRecipients(ctx: OrgContext, query: RecipientQuery) {
  const rows = await readRecipients(ctx, query, recipientsPerPage + 1);
  const more = rows.length > recipientsPerPage;
  const backwards = query.before !== undefined;
  const recipients = more ? (backwards ? rows.slice(1) : rows.slice(0, recipientsPerPage)) : rows;
  const first = recipients[0]?.sequence;
  const last = recipients.at(-1)?.sequence;
  return {
    recipients,
    previousBefore: first !== undefined && (backwards ? more : (query.after ?? 0) > 0) ? first : null,
    nextAfter: last !== undefined && (backwards || more) ? last : null,
  };
}
