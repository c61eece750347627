import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { rowsOf } from "#app/db/together.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { draftsIn, readDrafts } from "#app/domain/messaging/conversations/drafts.server.ts";
import { ours } from "#app/domain/messaging/conversations/owned.server.ts";
import { offeredTimes } from "#app/domain/messaging/conversations/snoozeForm.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { toZoneInput } from "#app/platform/time/zones.ts";

/** What the end of a thread shows: those that wait, and those that were not sent; not yet queried. */
export const scheduledIn = (
  tx: Tx,
  { orgId, id }: { orgId: OrgId; id: string },
  { isNewest }: { isNewest: boolean },
) =>
  tx
    .select({
      id: scheduledMessages.id,
      state: scheduledMessages.state,
      text: scheduledMessages.body,
      templateId: scheduledMessages.templateId,
      sendAt: scheduledMessages.sendAt,
      problem: scheduledMessages.problem,
      authorUserId: scheduledMessages.authorUserId,
      timezone: organisations.timezone,
    })
    .from(scheduledMessages)
    .innerJoin(organisations, eq(organisations.id, scheduledMessages.orgId))
    .where(
      and(
        eq(scheduledMessages.orgId, orgId),
        eq(scheduledMessages.conversationId, id),
        isNewest ? inArray(scheduledMessages.state, ["scheduled", "expired", "failed"]) : sql`false`,
      ),
    )
    .orderBy(asc(scheduledMessages.sendAt), asc(scheduledMessages.id))
    .limit(50);

export const asScheduled = ({
  templateId,
  problem,
  ...row
}: Awaited<ReturnType<typeof scheduledIn>>[number]) => ({
  ...row,
  isTemplate: templateId !== null,
  problem: problem && noteWords(problem),
});

/**
 * What the form of a message that is sent later shows: for a new one the member's draft.
 * @throws DomainError `conversation.not_found`, `scheduled_message.not_found`
 */
export async function getSendLater(
  ctx: OrgContext,
  { conversationId, scheduledMessageId }: { conversationId: string; scheduledMessageId?: string | undefined },
) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await placeIn(tx, ctx, conversationId);
    if (!row) throw notFound("Conversation");
    const scheduled =
      scheduledMessageId === undefined
        ? null
        : await storedIn(tx, ctx, { conversationId, scheduledMessageId }, row.timezone);
    const { windowEndsAt, timezone } = row;
    const now = ctx.clock.now();
    const offered = offeredTimes(now, timezone);
    const end = scheduled?.isTemplate ? null : windowEndsAt;
    return {
      ...offered,
      choices: offered.choices.filter(({ until }) => end === null || until < end),
      timezone,
      name: nameOf(row.name, row.phone, row.username),
      windowOpen: windowIsOpen(windowEndsAt, now),
      windowEndsAt,
      /** The last time for a reply, as a field shows it. */
      latest: end && toZoneInput(new Date(end.getTime() - 60_000), timezone),
      draft: readDrafts(row.drafts, ctx).own,
      scheduled,
    };
  });
}

const placeIn = (tx: Tx, ctx: OrgContext, conversationId: string) =>
  tx
    .select({
      timezone: organisations.timezone,
      windowEndsAt: conversations.windowEndsAt,
      name: contacts.name,
      phone: contacts.phone,
      username: contacts.username,
      drafts: rowsOf(draftsIn(tx, ctx.orgId, conversationId)),
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .innerJoin(organisations, eq(organisations.id, conversations.orgId))
    .where(ours(ctx, conversationId));

async function storedIn(
  tx: Tx,
  { orgId }: OrgContext,
  { conversationId, scheduledMessageId }: { conversationId: string; scheduledMessageId: string },
  timezone: string,
) {
  const [row] = await tx
    .select()
    .from(scheduledMessages)
    .where(
      and(
        eq(scheduledMessages.orgId, orgId),
        eq(scheduledMessages.conversationId, conversationId),
        eq(scheduledMessages.id, scheduledMessageId),
      ),
    );
  if (!row) throw notFound("Scheduled message");
  const { state, body, sendAt, templateId } = row;
  return {
    ...{ state, text: body, sendAt },
    isTemplate: templateId !== null,
    at: toZoneInput(sendAt, timezone),
  };
}
