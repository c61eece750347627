import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentRequests, type RequestSource } from "#app/db/schema/sales/payments.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { accountNumberOf } from "#app/domain/sales/accounts/issue.server.ts";
import { paymentRequested } from "#app/domain/sales/events.ts";
import { tillToAskWith } from "#app/domain/sales/tills/find.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { factsOf, type PaymentRequest } from "./facts.server.ts";

/** `amountCents` in whole shillings. Without a till the oldest one is used. The same key asks once. */
export interface NewRequest {
  contactId: string;
  tillId?: string | undefined;
  conversationId?: string | undefined;
  amountCents: number;
  reason: string;
  source: RequestSource;
  sourceId?: string | undefined;
  key: string;
  /** Days until it ends unpaid; 30 without it. */
  days?: number | undefined;
}

const dayMs = 86_400_000;

/** @throws DomainError `contact.not_found`, `till.not_found`, `till.none`, `till.removed` */
export const createRequest = ({ ctx, input }: Call<NewRequest>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => createRequestIn(tx, ctx, input));

/** The same, within a larger transaction. `isNew` is false for a known key. */
export async function createRequestIn(
  tx: Tx,
  ctx: OrgContext,
  input: NewRequest,
): Promise<{ request: PaymentRequest; isNew: boolean }> {
  const now = ctx.clock.now();
  const contact = await findContact(tx, ctx.orgId, input.contactId);
  const till = await tillToAskWith(tx, ctx.orgId, input.tillId);
  const accountNumber = await accountNumberOf(tx, ctx, { tillId: till.id, contactId: contact.id });
  const expiresAt = new Date(now.getTime() + (input.days ?? 30) * dayMs);
  const [request] = await tx
    .insert(paymentRequests)
    .values({
      orgId: ctx.orgId,
      id: newId("pmr", now.getTime()),
      tillId: till.id,
      contactId: contact.id,
      conversationId: input.conversationId ?? null,
      accountNumber,
      amountCents: input.amountCents,
      reason: input.reason,
      source: input.source,
      sourceId: input.sourceId ?? null,
      key: input.key,
      requestedBy: userOf(ctx.actor),
      expiresAt,
      createdAt: now,
    })
    .onConflictDoNothing({ target: [paymentRequests.orgId, paymentRequests.key] })
    .returning();
  if (!request) return { request: await byKey(tx, ctx, input.key), isNew: false };
  await record(tx, ctx, paymentRequested, { subject: request.id, data: await factsOf(tx, ctx, request) });
  notifyPages(tx, ctx.orgId, "payments");
  return { request, isNew: true };
}

async function byKey(tx: Tx, ctx: OrgContext, key: string): Promise<PaymentRequest> {
  const [known] = await tx
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.orgId, ctx.orgId), eq(paymentRequests.key, key)));
  return known!;
}
