import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { withTemplate } from "#app/domain/messaging/messages/joins.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

export type MessageRow = Awaited<ReturnType<typeof select>>[number];

const select = (tx: Tx, where: SQL | undefined, limit: number) =>
  tx
    .select({
      message: messages,
      template: { name: templates.name, language: templates.language },
    })
    .from(messages)
    .leftJoin(templates, withTemplate)
    .where(where)
    .orderBy(desc(messages.id))
    .limit(limit);

/** Messages of the organisation, newest first, one more than `limit`; `after` is the id of the last one before. */
export async function listMessages({
  ctx,
  input,
}: Call<{
  limit: number;
  after?: string | undefined;
  direction?: "in" | "out" | undefined;
  contactId?: string | undefined;
  phoneNumberId?: string | undefined;
}>): Promise<MessageRow[]> {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    select(
      tx,
      and(
        eq(messages.orgId, ctx.orgId),
        input.after === undefined ? undefined : lt(messages.id, input.after),
        input.direction && eq(messages.direction, input.direction),
        input.contactId === undefined ? undefined : eq(messages.contactId, input.contactId),
        input.phoneNumberId === undefined ? undefined : eq(messages.phoneNumberId, input.phoneNumberId),
      ),
      input.limit + 1,
    ),
  );
}

/** @throws DomainError `message.not_found` also for a message of another organisation. */
export const getMessage = ({ ctx, input }: Call<{ messageId: string }>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => findMessage(tx, ctx, input.messageId));

/** The same in the caller's transaction. @throws DomainError `message.not_found` */
export async function findMessage(
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  messageId: string,
): Promise<MessageRow> {
  const [row] = await select(tx, and(eq(messages.orgId, orgId), eq(messages.id, messageId)), 1);
  if (!row) throw notFound("Message");
  return row;
}
