import { and, asc, count, desc, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { flowSessions, flows } from "#app/db/schema/flows/flows.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { answersOf, shortOf } from "#app/domain/flows/definitions/queries.server.ts";
import { findFlow } from "#app/domain/flows/find.server.ts";
import type { SessionStatus } from "#app/domain/flows/words.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";

const sessionColumns = {
  ...{ id: flowSessions.id, status: flowSessions.status, reason: flowSessions.reason },
  ...{ version: flowSessions.version, startedBy: flowSessions.startedBy, answers: flowSessions.answers },
  ...{ stepId: flowSessions.stepId, startedAt: flowSessions.startedAt, endedAt: flowSessions.endedAt },
  ...{ conversationId: flowSessions.conversationId, name: contacts.name, phone: contacts.phone },
};

const sessionsOf = (tx: Tx) =>
  tx
    .select(sessionColumns)
    .from(flowSessions)
    .innerJoin(
      conversations,
      and(eq(conversations.orgId, flowSessions.orgId), eq(conversations.id, flowSessions.conversationId)),
    )
    .innerJoin(contacts, withContact);

const ofFlow = ({ orgId }: Pick<OrgContext, "orgId">, flowId: string, status: SessionStatus | "all") =>
  and(
    eq(flowSessions.orgId, orgId),
    eq(flowSessions.flowId, flowId),
    status === "all" ? undefined : eq(flowSessions.status, status),
  );

/** A flow's sessions, newest first, with counts by result. @throws DomainError `flow.not_found` */
export function getSessions(
  ctx: OrgContext,
  input: { flowId: string; status: SessionStatus | "all"; page: number },
) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, input.flowId);
    const counts = await tx
      .select({ status: flowSessions.status, sessions: count() })
      .from(flowSessions)
      .where(ofFlow(ctx, flow.id, "all"))
      .groupBy(flowSessions.status);
    const countOf = (status: string) => counts.find((each) => each.status === status)?.sessions ?? 0;
    const matching =
      input.status === "all"
        ? counts.reduce((sum, { sessions }) => sum + sessions, 0)
        : countOf(input.status);
    const { page, pages, offset, total } = pageOf(matching, input.page);
    const rows = await sessionsOf(tx)
      .where(ofFlow(ctx, flow.id, input.status))
      .orderBy(desc(flowSessions.startedAt), desc(flowSessions.id))
      .limit(pageSize)
      .offset(offset);
    return {
      flow: shortOf(flow),
      counts: Object.fromEntries(counts.map(({ status, sessions }) => [status, sessions])),
      sessions: rows.map(({ name, phone, ...session }) => ({ ...session, customer: nameOf(name, phone) })),
      ...{ page, pages, total },
    };
  });
}

const exportedAtOnce = 1000;

/** Names of the answers of all sessions of a flow, in the order of the outline, then by alphabet. */
export async function answerColumns(ctx: OrgContext, flowId: string): Promise<string[]> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const { rows } = await tx.execute<{ name: string }>(sql`
      select distinct k as name from flow_sessions s, jsonb_object_keys(s.answers) k
      where s.org_id = ${ctx.orgId} and s.flow_id = ${flowId} order by 1 limit 100`);
    const outline = answersOf(flow);
    return [...new Set([...outline, ...rows.map(({ name }) => name)])];
  });
}

/** Pages of all sessions of a flow, newest first, for a file. */
export async function* sessionPages(ctx: OrgContext, flowId: string, status: SessionStatus | "all") {
  let after: { startedAt: Date; id: string } | undefined;
  for (;;) {
    const before: SQL | undefined =
      after &&
      or(
        lt(flowSessions.startedAt, after.startedAt),
        and(eq(flowSessions.startedAt, after.startedAt), lt(flowSessions.id, after.id)),
      );
    const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
      sessionsOf(tx)
        .where(and(ofFlow(ctx, flowId, status), before))
        .orderBy(desc(flowSessions.startedAt), desc(flowSessions.id))
        .limit(exportedAtOnce),
    );
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
    if (rows.length < exportedAtOnce) return;
  }
}

/**
 * The running flow of a conversation, and those that can be started. @throws DomainError
 * `conversation.not_found`
 */
export function flowInConversation(ctx: OrgContext, conversationId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [conversation] = await tx
      .select({ id: conversations.id, phoneNumberId: conversations.phoneNumberId })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
    if (!conversation) throw notFound("Conversation");
    const [running] = await tx
      .select({
        name: flows.name,
        flowId: flows.id,
        startedAt: flowSessions.startedAt,
        answers: flowSessions.answers,
      })
      .from(flowSessions)
      .innerJoin(flows, and(eq(flows.orgId, ctx.orgId), eq(flows.id, flowSessions.flowId)))
      .where(
        and(
          eq(flowSessions.orgId, ctx.orgId),
          eq(flowSessions.conversationId, conversationId),
          eq(flowSessions.status, "running"),
        ),
      );
    const live = await tx
      .select({ id: flows.id, name: flows.name })
      .from(flows)
      .where(and(eq(flows.orgId, ctx.orgId), eq(flows.status, "live"), gt(flows.version, 0)))
      .orderBy(asc(flows.name), asc(flows.id));
    return { running: running ?? null, flows: live };
  });
}
