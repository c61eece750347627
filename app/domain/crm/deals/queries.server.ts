import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { dealChanges, dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { findContactIds } from "#app/db/search.server.ts";
import { together } from "#app/db/together.server.ts";
import type { DealFilters } from "#app/domain/crm/schemas.ts";
import { stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { asTasks, tasksOf } from "#app/domain/crm/tasks/queries.server.ts";
import { teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { m } from "#messages";
import { itsContact, itsStage, ownDeal } from "./joins.ts";

/** The deals per stage on the board; the table has all. */
export const maxOnBoard = 20;

const columns = () => ({
  id: deals.id,
  title: deals.title,
  valueCents: deals.valueCents,
  stageId: deals.stageId,
  stage: dealStages.name,
  kind: dealStages.kind,
  stageSince: deals.stageSince,
  ownerUserId: deals.ownerUserId,
  closesOn: deals.closesOn,
  note: deals.note,
  createdAt: deals.createdAt,
  contactId: deals.contactId,
  contact: sql<string>`coalesce(nullif(${contacts.name}, ''), ${contacts.phone}, ${m.common_whatsapp_user()})`,
});

const from = (tx: Tx) =>
  tx.select(columns()).from(deals).innerJoin(contacts, itsContact).innerJoin(dealStages, itsStage).$dynamic();

type Row = Awaited<ReturnType<typeof from>>[number];

interface Member {
  id: string;
  name: string;
}

/** With its owner by name; a former member counts as no one. */
const withOwner =
  (team: readonly Member[]) =>
  ({ ownerUserId, ...row }: Row) => ({
    ...row,
    owner: team.find(({ id }) => id === ownerUserId) ?? null,
  });

/** Members to choose from. */
export const choicesOf = async (tx: Tx, ctx: OrgContext): Promise<Member[]> =>
  (await teamOf(tx, ctx.orgId)).map(({ id, name }) => ({ id, name }));

/** The organisation's members, for programs. */
export const members = (ctx: OrgContext) => ctx.db.withOrg(ctx.orgId, (tx) => choicesOf(tx, ctx));

async function matching(tx: Tx, ctx: OrgContext, { q, owner, stage }: DealFilters): Promise<SQL> {
  const parts = [eq(deals.orgId, ctx.orgId)];
  if (stage) parts.push(eq(deals.stageId, stage));
  if (owner === "none") parts.push(sql`${deals.ownerUserId} is null`);
  else if (owner) parts.push(eq(deals.ownerUserId, owner));
  if (q) {
    const people = await findContactIds(tx, ctx.orgId, q);
    parts.push(
      sql`(${deals.title} ilike ${containing(q)} or ${deals.contactId} = any(${sql.param(people)}::text[]))`,
    );
  }
  return and(...parts)!;
}

/** The matching deals, newest first, page by page, with their number and total value. */
export async function listDeals(ctx: OrgContext, filters: DealFilters) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await stagesOf(tx, ctx);
    const team = await choicesOf(tx, ctx);
    const where = await matching(tx, ctx, filters);
    const [counted] = await tx
      .select({
        count: sql<number>`count(*)::int`,
        valueCents: sql<number>`coalesce(sum(${deals.valueCents}), 0)::bigint`,
      })
      .from(deals)
      .where(where);
    const { offset, ...paging } = pageOf(counted?.count ?? 0, filters.page);
    const rows = await from(tx)
      .where(where)
      .orderBy(desc(deals.createdAt), desc(deals.id))
      .limit(pageSize)
      .offset(offset);
    return {
      ...paging,
      valueCents: counted?.valueCents ?? 0,
      deals: rows.map(withOwner(team)),
      stages: stages.map(({ id, name, kind }) => ({ id, name, kind })),
      team,
      today: ctx.clock.now(),
    };
  });
}

/** The matching deals by stage: the newest of each, their number, and total value. */
export async function dealBoard(ctx: OrgContext, filters: DealFilters) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await stagesOf(tx, ctx);
    const team = await choicesOf(tx, ctx);
    const where = await matching(tx, ctx, { ...filters, stage: "" });
    const counts = await tx
      .select({
        stageId: deals.stageId,
        count: sql<number>`count(*)::int`,
        valueCents: sql<number>`sum(${deals.valueCents})::bigint`,
      })
      .from(deals)
      .where(where)
      .groupBy(deals.stageId);
    const lanes = [];
    for (const { id, name, kind } of stages) {
      const counted = counts.find(({ stageId }) => stageId === id);
      const rows = counted
        ? await from(tx)
            .where(and(where, eq(deals.stageId, id)))
            .orderBy(desc(deals.stageSince), desc(deals.id))
            .limit(maxOnBoard)
        : [];
      lanes.push({
        id,
        name,
        kind,
        count: counted?.count ?? 0,
        valueCents: counted?.valueCents ?? 0,
        deals: rows.map(withOwner(team)),
      });
    }
    return { lanes, team, today: ctx.clock.now() };
  });
}

/** A deal with its history and its tasks. @throws DomainError `deal.not_found` */
export async function getDeal(ctx: OrgContext, dealId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await from(tx).where(ownDeal(ctx, dealId));
    if (!row) throw notFound("Deal");
    const stages = await stagesOf(tx, ctx);
    const team = await choicesOf(tx, ctx);
    const nameOf = (id: string | null) => team.find((member) => member.id === id)?.name ?? null;
    const history = await tx
      .select()
      .from(dealChanges)
      .where(and(eq(dealChanges.orgId, ctx.orgId), eq(dealChanges.dealId, dealId)))
      .orderBy(desc(dealChanges.createdAt), desc(dealChanges.id))
      .limit(200);
    return {
      deal: withOwner(team)(row),
      stages: stages.map(({ id, name, kind }) => ({ id, name, kind })),
      team,
      history: history.map(({ id, kind, before, after, changedBy, createdAt }) => ({
        id,
        kind,
        before: kind === "owner" && before ? (nameOf(before) ?? m.common_former_member()) : before,
        after: kind === "owner" && after ? (nameOf(after) ?? m.common_former_member()) : after,
        by: changedBy === null ? null : (nameOf(changedBy) ?? m.common_former_member()),
        createdAt,
      })),
      tasks: asTasks(ctx, await tasksOf(tx, ctx.orgId, { dealId })),
      now: ctx.clock.now(),
    };
  });
}

const shownOfContact = 10;

/** A contact's deals and tasks. @throws DomainError `contact.not_found` */
export async function getContactCrm(ctx: OrgContext, contactId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { contact, rows, tasks } = await together(tx, {
      contact: tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId))),
      rows: from(tx)
        .where(and(eq(deals.orgId, ctx.orgId), eq(deals.contactId, contactId)))
        .orderBy(sql`${dealStages.kind} <> 'open'`, desc(deals.createdAt))
        .limit(shownOfContact),
      tasks: tasksOf(tx, ctx.orgId, { contactId }),
    });
    if (contact.length === 0) throw notFound("Contact");
    return {
      deals: rows.map(({ id, title, valueCents, stage, kind }) => ({ id, title, valueCents, stage, kind })),
      tasks: asTasks(ctx, tasks),
      now: ctx.clock.now(),
    };
  });
}

/** The stages with their numbers of deals. */
export async function listStages(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await stagesOf(tx, ctx);
    const counts = await tx
      .select({ stageId: deals.stageId, count: sql<number>`count(*)::int` })
      .from(deals)
      .where(eq(deals.orgId, ctx.orgId))
      .groupBy(deals.stageId)
      .orderBy(asc(deals.stageId));
    return {
      stages: stages.map(({ id, name, kind }) => ({
        id,
        name,
        kind,
        deals: counts.find(({ stageId }) => stageId === id)?.count ?? 0,
      })),
    };
  });
}

/**
 * The choices in the form of a new deal: stages, members, and the contact. @throws DomainError
 * `contact.not_found`
 */
export async function dealChoices(ctx: OrgContext, { contactId }: { contactId: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [contact] = contactId
      ? await tx
          .select({
            id: contacts.id,
            name: sql<string>`coalesce(nullif(${contacts.name}, ''), ${contacts.phone}, ${m.common_whatsapp_user()})`,
          })
          .from(contacts)
          .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)))
      : [];
    if (contactId && !contact) throw notFound("Contact");
    const stages = await stagesOf(tx, ctx);
    return {
      contact: contact ?? null,
      stages: stages.map(({ id, name, kind }) => ({ id, name, kind })),
      team: await choicesOf(tx, ctx),
    };
  });
}
