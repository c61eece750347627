import { createHash } from "node:crypto";
import { and, asc, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import {
  paymentAllocations,
  paymentPrompts,
  paymentRequests,
  tillPayments,
} from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { rowsOf } from "#app/db/together.server.ts";
import { namesOfUsers } from "#app/domain/accounts/names.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { creditQuery } from "#app/domain/sales/accounts/creditOf.server.ts";
import { documentsOf } from "#app/domain/sales/tax/find.server.ts";
import { tillToAskWith } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { ofRequest } from "./end.server.ts";
import type { RequestFilters } from "./schemas.ts";
import { isIdle } from "./states.ts";
import type { RequestPeriod } from "./words.ts";

const pageSize = 50;
const filePageSize = 2000;
const days: Record<RequestPeriod, number | null> = { "7days": 7, "30days": 30, "90days": 90, all: null };

const columns = {
  id: paymentRequests.id,
  contactId: paymentRequests.contactId,
  contactName: contacts.name,
  phone: contacts.phone,
  username: contacts.username,
  amountCents: paymentRequests.amountCents,
  paidCents: paymentRequests.paidCents,
  reason: paymentRequests.reason,
  state: paymentRequests.state,
  source: paymentRequests.source,
  accountNumber: paymentRequests.accountNumber,
  till: tills.name,
  tillNumber: tills.number,
  createdAt: paymentRequests.createdAt,
};

const itsContact = (orgId: OrgId) =>
  and(eq(contacts.orgId, orgId), eq(contacts.id, sql`${paymentRequests.contactId}`));
const itsTill = (orgId: OrgId) => and(eq(tills.orgId, orgId), eq(tills.id, paymentRequests.tillId));

const from = (tx: Tx, orgId: OrgId) =>
  tx
    .select(columns)
    .from(paymentRequests)
    .leftJoin(contacts, itsContact(orgId))
    .innerJoin(tills, itsTill(orgId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof from>>[number];

/** The name of an erased contact is empty. */
const shown = ({ contactName, phone, username, ...row }: Row) => ({
  ...row,
  phone,
  contact: row.contactId === null ? "" : nameOf(contactName ?? "", phone, username),
});

/** The least id of a request of that time or later: ids sort by their time. */
export const leastRequestId = (time: Date): string => `pmr_${time.getTime().toString(16).padStart(12, "0")}`;

function matching(ctx: OrgContext, { state, source, till, period }: RequestFilters): SQL[] {
  const since = days[period];
  const earliest = new Date(ctx.clock.now().getTime() - (since ?? 0) * 86_400_000);
  return [
    eq(paymentRequests.orgId, ctx.orgId),
    ...(state ? [eq(paymentRequests.state, state)] : []),
    ...(source ? [eq(paymentRequests.source, source)] : []),
    ...(till ? [eq(paymentRequests.tillId, till)] : []),
    ...(since === null ? [] : [gte(paymentRequests.id, leastRequestId(earliest))]),
  ];
}

async function readPage(tx: Tx, ctx: OrgContext, filters: RequestFilters, size: number) {
  const { cursor } = filters;
  const where = matching(ctx, filters);
  const rows = await from(tx, ctx.orgId)
    .where(and(...where, ...(cursor === undefined ? [] : [lt(paymentRequests.id, cursor)])))
    .orderBy(desc(paymentRequests.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  return {
    requests: page.map(shown),
    nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}

const tillNames = (tx: Tx, orgId: OrgId) =>
  tx
    .select({
      id: tills.id,
      name: tills.name,
      number: tills.number,
      kind: tills.kind,
      isRemoved: sql<boolean>`${tills.removedAt} is not null`,
    })
    .from(tills)
    .where(eq(tills.orgId, orgId))
    .orderBy(asc(tills.createdAt), asc(tills.id));

/** The matching requests, newest first, and the tills to filter by. */
export const listRequests = (ctx: OrgContext, filters: RequestFilters) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => ({
    ...(await readPage(tx, ctx, filters, pageSize)),
    tills: await tillNames(tx, ctx.orgId),
  }));

/** All matching requests, page by page, each page in its own transaction. */
export async function* requestPages(ctx: OrgContext, filters: RequestFilters) {
  let cursor: string | undefined;
  do {
    const from = { ...filters, cursor };
    const page = await ctx.db.withOrg(ctx.orgId, (tx) => readPage(tx, ctx, from, filePageSize));
    yield page.requests;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

const promptsOf = (tx: Tx, orgId: OrgId, requestId: string) =>
  tx
    .select({
      id: paymentPrompts.id,
      phone: paymentPrompts.phone,
      amountCents: paymentPrompts.amountCents,
      state: paymentPrompts.state,
      resultCode: paymentPrompts.resultCode,
      resultDesc: paymentPrompts.resultDesc,
      receipt: paymentPrompts.receipt,
      createdAt: paymentPrompts.createdAt,
      endedAt: paymentPrompts.endedAt,
    })
    .from(paymentPrompts)
    .where(and(eq(paymentPrompts.orgId, orgId), eq(paymentPrompts.requestId, requestId)))
    .orderBy(asc(paymentPrompts.createdAt))
    .limit(100);

/** Payments that paid a part of it, and those of its prompts that came too late for it. */
const paymentsOf = (tx: Tx, orgId: OrgId, requestId: string) =>
  tx
    .select({
      id: tillPayments.id,
      receipt: tillPayments.receipt,
      amountCents: tillPayments.amountCents,
      allocatedCents: tillPayments.allocatedCents,
      state: tillPayments.state,
      paidAt: tillPayments.paidAt,
      hereCents: paymentAllocations.amountCents,
    })
    .from(tillPayments)
    .leftJoin(
      paymentAllocations,
      and(
        eq(paymentAllocations.orgId, orgId),
        eq(paymentAllocations.paymentId, tillPayments.id),
        eq(paymentAllocations.targetId, requestId),
      ),
    )
    .where(
      and(
        eq(tillPayments.orgId, orgId),
        or(
          isNotNull(paymentAllocations.paymentId),
          sql`(${tillPayments.tillId}, ${tillPayments.receipt}) in (select p.till_id, p.receipt from payment_prompts p
            where p.org_id = ${orgId} and p.request_id = ${requestId} and p.receipt is not null)`,
        ),
      ),
    )
    .orderBy(asc(tillPayments.paidAt))
    .limit(100);

/** A request with its prompts and payments. @throws DomainError `payment_request.not_found` */
export async function getRequest(ctx: OrgContext, requestId: string) {
  const { orgId } = ctx;
  const row = await ctx.db.withOrg(orgId, async (tx) => {
    const [found] = await tx
      .select({
        ...columns,
        request: paymentRequests,
        tillKind: tills.kind,
        tillRemovedAt: tills.removedAt,
        prompts: rowsOf(promptsOf(tx, orgId, requestId)),
        payments: rowsOf(paymentsOf(tx, orgId, requestId)),
        invoices: rowsOf(documentsOf(tx, orgId, requestId)),
        credit: rowsOf(creditQuery(tx, orgId, sql`${paymentRequests.contactId}`)),
      })
      .from(paymentRequests)
      .leftJoin(contacts, itsContact(orgId))
      .innerJoin(tills, itsTill(orgId))
      .where(ofRequest(orgId, requestId));
    return found;
  });
  if (!row) throw notFound("Payment request");
  const { request, tillKind, tillRemovedAt, prompts, payments, invoices, credit, ...facts } = row;
  const { requestedBy, expiresAt, endedAt, resultCode, sourceId, conversationId } = request;
  const names = await namesOfUsers(ctx, [requestedBy]);
  return {
    request: {
      ...shown(facts),
      ...{ expiresAt, endedAt, resultCode, sourceId, conversationId, tillKind },
      canPrompt: tillRemovedAt === null,
      creditCents: isIdle(request.state) ? (credit[0]?.cents ?? 0) : 0,
      askedBy: requestedBy === null ? null : (names.get(requestedBy)?.name ?? null),
    },
    prompts,
    payments,
    invoices,
    now: ctx.clock.now(),
  };
}

const shownOfContact = 20;

const newestOf = (tx: Tx, orgId: OrgId, contactId: string | SQL, limit: number) =>
  from(tx, orgId)
    .where(and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.contactId, contactId)))
    .orderBy(desc(paymentRequests.createdAt), desc(paymentRequests.id))
    .limit(limit);

/** The newest requests to a contact. @throws DomainError `contact.not_found` */
export const requestsOfContact = (ctx: OrgContext, contactId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await tx
      .select({ requests: rowsOf(newestOf(tx, ctx.orgId, contactId, 5)) })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
    if (!found) throw notFound("Contact");
    return found.requests.map(shown);
  });

/** The newest requests to the customer of a conversation, oldest first, with a mark that changes with them. */
export const requestsOfConversation = (ctx: OrgContext, conversationId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const contactId = sql`(select contact_id from conversations where org_id = ${ctx.orgId} and id = ${conversationId})`;
    const requests = (await newestOf(tx, ctx.orgId, contactId, shownOfContact)).map(shown).reverse();
    const lines = requests.map(({ id, state, paidCents }) => `${id} ${state} ${paidCents}`);
    return { requests, mark: createHash("md5").update(lines.join()).digest("hex").slice(0, 16) };
  });

/** A till that can be asked with, or the first one. @throws DomainError those of `tillToAskWith` */
export const tillNamed = (ctx: OrgContext, tillId: string) =>
  ctx.db.withOrg(ctx.orgId, (tx) => tillToAskWith(tx, ctx.orgId, tillId || undefined));

/** The tills that can be asked with. */
export const tillsToAskWith = (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) =>
    (await tillNames(tx, ctx.orgId)).filter(({ isRemoved }) => !isRemoved),
  );
