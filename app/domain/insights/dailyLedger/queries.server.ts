import { and, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { dailyLedgerSettings, dailyLedgers } from "#app/db/schema/insights/dailyLedgers.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { dailyLedgersPublished } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, MemberContext, OrgContext, VisitorContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { ledgerKey } from "./close.server.ts";

const pageSize = 31;

const columns = {
  day: dailyLedgers.day,
  root: dailyLedgers.root,
  messageRows: dailyLedgers.messageRows,
  paymentRows: dailyLedgers.paymentRows,
};

/** The ledgers of an organisation, newest first, before a day. */
async function pageOf(tx: Tx, orgId: OrgId, before: string) {
  const rows = await tx
    .select(columns)
    .from(dailyLedgers)
    .where(and(eq(dailyLedgers.orgId, orgId), before ? lt(dailyLedgers.day, before) : undefined))
    .orderBy(desc(dailyLedgers.day))
    .limit(pageSize + 1);
  const ledgers = rows.slice(0, pageSize);
  return { ledgers, nextCursor: rows.length > pageSize ? ledgers.at(-1)!.day : null };
}

const isPublicOf = async (tx: Tx, orgId: OrgId): Promise<boolean> => {
  const [settings] = await tx
    .select({ isPublic: dailyLedgerSettings.isPublic })
    .from(dailyLedgerSettings)
    .where(eq(dailyLedgerSettings.orgId, orgId));
  return settings?.isPublic ?? false;
};

export const listDailyLedgers = ({ ctx, input }: { ctx: MemberContext; input: { cursor: string } }) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    ...(await pageOf(tx, ctx.orgId, input.cursor)),
    isPublic: await isPublicOf(tx, ctx.orgId),
    address: `${ctx.config.appUrl}/ledgers/${ctx.orgId}`,
  }));

/** Shows the roots to anyone with the address, or no longer. */
export const publishDailyLedgers = ({ ctx, input: { isPublic } }: Call<{ isPublic: boolean }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .insert(dailyLedgerSettings)
      .values({ orgId: ctx.orgId, isPublic })
      .onConflictDoUpdate({ target: dailyLedgerSettings.orgId, set: { isPublic } });
    await record(tx, ctx, dailyLedgersPublished, { subject: ctx.orgId, data: { isPublic } });
  });

/** An address may have anything in its place. */
function requireId(orgId: OrgId): OrgId {
  if (!/^org_\w{1,60}$/.test(orgId)) throw notFound("Organisation");
  return orgId;
}

/** The roots of an organisation that publishes them. @throws DomainError `organisation.not_found` */
export const listPublicLedgers = async ({
  ctx,
  input,
}: {
  ctx: VisitorContext;
  input: { orgId: OrgId; cursor: string };
}) =>
  ctx.db.withOrg(requireId(input.orgId), async (tx) => {
    if (!(await isPublicOf(tx, input.orgId))) throw notFound("Organisation");
    const [organisation] = await tx
      .select({ name: organisations.name })
      .from(organisations)
      .where(eq(organisations.id, input.orgId));
    const { ledgers, nextCursor } = await pageOf(tx, input.orgId, input.cursor);
    return { name: organisation?.name ?? "", ledgers, nextCursor };
  });

/** The file of a day, compressed. @throws DomainError `daily_ledger.not_found`, FileGone */
export async function openDailyLedger(ctx: Pick<OrgContext, "orgId" | "db" | "config">, day: string) {
  const [ledger] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ day: dailyLedgers.day, root: dailyLedgers.root })
      .from(dailyLedgers)
      .where(and(eq(dailyLedgers.orgId, ctx.orgId), eq(dailyLedgers.day, day))),
  );
  if (!ledger) throw notFound("Daily ledger");
  return mediaStore(ctx).open(ledgerKey(ctx.orgId, ledger));
}
