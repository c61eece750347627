import { createHash } from "node:crypto";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillNotices, tills } from "#app/db/schema/sales/tills.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { testTillOf } from "#app/providers/mpesa/testTill.ts";
import { adviceFor } from "./advice.ts";
import { checksOf, stateOf } from "./health.ts";
import { receiptTemplates } from "./receiptTemplates.server.ts";

/** What screens get of a till: never its keys. */
const shown = {
  id: tills.id,
  name: tills.name,
  kind: tills.kind,
  number: tills.number,
  storeNumber: tills.storeNumber,
  hasKeys: sql<boolean>`${tills.keysEncrypted} is not null`,
  checks: tills.checks,
  nominatedPhone: tills.nominatedPhone,
  sendsReceipts: tills.sendsReceipts,
  asksCustomers: tills.asksCustomers,
  receiptTemplateId: tills.receiptTemplateId,
  hookChangedAt: tills.hookChangedAt,
  pulledUntil: tills.pulledUntil,
  nextPullAt: tills.nextPullAt,
  balanceCents: tills.balanceCents,
  balanceAt: tills.balanceAt,
  lastPaymentAt: tills.lastPaymentAt,
  problems: tills.problems,
  lastProblem: tills.lastProblem,
  lastProblemAt: tills.lastProblemAt,
};

const connected = (tx: Tx, orgId: OrgContext["orgId"]) =>
  tx
    .select(shown)
    .from(tills)
    .where(and(eq(tills.orgId, orgId), isNull(tills.removedAt)))
    .orderBy(asc(tills.createdAt), asc(tills.id));

/** The connected tills, oldest first, with the state of each; in the sandbox also a test paybill to connect. */
export const listTills = (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    tills: (await connected(tx, ctx.orgId)).map((till) => ({ ...till, state: stateOf(till) })),
    testTill: testTill(ctx),
  }));

/** Each organisation has a paybill of its own, so that their notices don't mix. */
function testTill({ config, orgId }: OrgContext) {
  if (!config.daraja?.simulated) return null;
  const part = createHash("sha256").update(orgId).digest().readUInt32BE() % 99_999;
  const number = String(600_000 + part);
  return { number, ...testTillOf(number) };
}

/** A connected till, with what was found by checking it and what to do. @throws DomainError `till.not_found` */
export const getTill = (ctx: OrgContext, tillId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [till] = await tx
      .select(shown)
      .from(tills)
      .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, tillId), isNull(tills.removedAt)));
    if (!till) throw notFound("Till");
    return {
      till: { ...till, state: stateOf(till) },
      checks: checksOf(till).map(({ name, ...result }) => ({
        ...{ name, ...result },
        advice: result.state === "failed" ? adviceFor(name, result) : null,
      })),
      lastNoticeAt: await lastNotice(tx, ctx, tillId),
      templates: await receiptTemplates(tx, ctx),
    };
  });

async function lastNotice(tx: Tx, { orgId }: OrgContext, tillId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: sql<Date | null>`max(${tillNotices.receivedAt})`.mapWith(tillNotices.receivedAt) })
    .from(tillNotices)
    .where(and(eq(tillNotices.orgId, orgId), eq(tillNotices.tillId, tillId)));
  return row?.at ?? null;
}
