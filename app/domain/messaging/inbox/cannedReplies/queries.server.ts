import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { cannedReplies } from "#app/db/schema/messaging/inbox.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { keepDraft } from "#app/domain/messaging/conversations/drafts.server.ts";
import { ours } from "#app/domain/messaging/conversations/owned.server.ts";
import { maxDraftLength } from "#app/domain/messaging/conversations/schemas.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { teamNames } from "#app/domain/messaging/teams/queries.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { fillCanned } from "./fill.ts";

const mostListed = 300;

/** The team's and the member's own only. */
export const usable = ({ orgId, actor }: Pick<OrgContext, "orgId" | "actor">) =>
  and(
    eq(cannedReplies.orgId, orgId),
    or(isNull(cannedReplies.ownerUserId), eq(cannedReplies.ownerUserId, userOf(actor) ?? "")),
  );

const byTitle = [asc(sql`lower(${cannedReplies.title})`), asc(cannedReplies.id)];

const listCanned = (tx: Tx, ctx: Pick<OrgContext, "orgId" | "actor">) =>
  tx
    .select({
      id: cannedReplies.id,
      title: cannedReplies.title,
      body: cannedReplies.body,
      actions: cannedReplies.actions,
      isPersonal: sql<boolean>`${cannedReplies.ownerUserId} is not null`,
    })
    .from(cannedReplies)
    .where(usable(ctx))
    .orderBy(...byTitle)
    .limit(mostListed);

/** Their titles and actions, for a choice; not yet queried. */
export const cannedTitles = (tx: Tx, ctx: Pick<OrgContext, "orgId" | "actor">) =>
  tx
    .select({
      id: cannedReplies.id,
      title: cannedReplies.title,
      actions: cannedReplies.actions,
      replies: sql<boolean>`${cannedReplies.body} <> ''`,
    })
    .from(cannedReplies)
    .where(usable(ctx))
    .orderBy(...byTitle)
    .limit(mostListed);

/** The members and teams that macros may assign to. */
const assignees = async (tx: Tx, { orgId }: Pick<OrgContext, "orgId">) => ({
  team: (await teamOf(tx, orgId)).map(({ id, name }) => ({ id, name })),
  teams: await teamNames(tx, orgId),
});

/** The canned replies that a member can use, by name; with whom macros may assign to. */
export const listCannedReplies = (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    cannedReplies: await listCanned(tx, ctx),
    ...(await assignees(tx, ctx)),
  }));

/** @throws DomainError `canned_reply.not_found`, also for a colleague's own. */
export const getCannedReply = (ctx: OrgContext, { cannedReplyId }: { cannedReplyId: string }) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    ...(await findCanned(tx, ctx, cannedReplyId)),
    ...(await assignees(tx, ctx)),
  }));

/** @throws DomainError `canned_reply.not_found`, also for a colleague's own. */
export async function findCanned(tx: Tx, ctx: OrgContext, cannedReplyId: string) {
  const [row] = await tx
    .select()
    .from(cannedReplies)
    .where(and(usable(ctx), eq(cannedReplies.id, cannedReplyId)));
  if (!row) throw notFound("Canned reply");
  const { id, title, body, actions } = row;
  return { id, title, body, actions, isPersonal: row.ownerUserId !== null };
}

type Choice = { conversationId: string; cannedReplyId: string };

/**
 * A canned reply with its variables filled for the customer of a conversation.
 * @throws DomainError `conversation.not_found`, `canned_reply.not_found`
 */
export async function fillCannedReply(ctx: OrgContext, input: Choice): Promise<{ text: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => ({ text: await filled(tx, ctx, input) }));
}

/**
 * Puts a canned reply behind what a member has typed, as their draft.
 * @throws DomainError `conversation.not_found`, `canned_reply.not_found`, `draft.too_long`
 */
export async function insertCannedReply({
  ctx,
  input,
}: Call<Choice & { text: string }>): Promise<{ text: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const added = await filled(tx, ctx, input);
    const typed = input.text.trimEnd();
    const text = typed === "" ? added : `${typed}\n${added}`;
    if (text.length > maxDraftLength) throw messagingError("draft.too_long");
    await keepDraft(tx, ctx, input.conversationId, text);
    return { text };
  });
}

async function filled(tx: Tx, ctx: OrgContext, { conversationId, cannedReplyId }: Choice): Promise<string> {
  const own = ours(ctx, conversationId);
  await tx.select({ id: conversations.id }).from(conversations).where(own).for("key share");
  const [row] = await tx
    .select({ contact: contacts })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(own);
  if (!row) throw notFound("Conversation");
  const { body } = await findCanned(tx, ctx, cannedReplyId);
  return fillFor(tx, ctx, body, row.contact);
}

/** A text with its variables filled for a contact. */
export async function fillFor(
  tx: Tx,
  ctx: OrgContext,
  body: string,
  { name, phone, fields }: Pick<typeof contacts.$inferSelect, "name" | "phone" | "fields">,
): Promise<string> {
  const [me] = await tx
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userOf(ctx.actor) ?? ""));
  const [business] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, ctx.orgId));
  const values = {
    first_name: name.split(/\s+/)[0] ?? "",
    name,
    phone: phone ? readablePhone(phone) : "",
    my_name: me?.firstName ?? "",
    business: business?.name ?? "",
  };
  return fillCanned(body, values, fields);
}
