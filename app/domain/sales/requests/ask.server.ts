import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { createRequestIn, type NewRequest } from "./create.server.ts";
import type { PaymentRequest } from "./facts.server.ts";
import { oneOpenPrompt, promptRequestIn } from "./prompt.server.ts";
import { type Sent, sendAccount } from "./sendAccount.server.ts";
import type { RequestWay } from "./words.ts";

/** `phone`: the phone to prompt; without it the contact's. */
export interface Ask extends NewRequest {
  way: RequestWay;
  phone?: string | undefined;
}

export interface AskResult {
  request: PaymentRequest;
  isNew: boolean;
  /** How the customer got the account number; null for a prompt, and for a known key. */
  sent: Sent | null;
}

/**
 * Asks a customer for money, once for a key: creates the request, and prompts their phone or sends them their
 * account number. @throws DomainError those of `createRequest` and `promptRequest`, `conversation.not_found`
 */
export const askForPayment = ({ ctx, input }: Call<Ask>): Promise<AskResult> =>
  oneOpenPrompt(() => ctx.db.withOrg(ctx.orgId, (tx) => askForPaymentIn(tx, ctx, input)));

/** The same, within a larger transaction, around which is `oneOpenPrompt`. */
export async function askForPaymentIn(
  tx: Tx,
  ctx: OrgContext,
  { way, phone, ...input }: Ask,
): Promise<AskResult> {
  const { request, isNew } = await createRequestIn(tx, ctx, input);
  if (!isNew) return { request, isNew, sent: null };
  if (way === "account") return { request, isNew, sent: await sendAccount(tx, ctx, request) };
  await promptRequestIn(tx, ctx, { requestId: request.id, phone });
  return { request: { ...request, state: "prompted" }, isNew, sent: null };
}

/** Prompts the phone once more for a request that waits, or sends its account number once more. */
export async function askAgainIn(
  tx: Tx,
  ctx: OrgContext,
  request: PaymentRequest,
  way: RequestWay,
): Promise<AskResult> {
  if (way === "account") return { request, isNew: false, sent: await sendAccount(tx, ctx, request) };
  await promptRequestIn(tx, ctx, { requestId: request.id });
  return { request: { ...request, state: "prompted" }, isNew: false, sent: null };
}

/** The same as a part of a transaction that continues when it is refused. @throws DomainError those of `askForPayment` */
export const askInPart = (tx: Tx, ctx: OrgContext, input: Ask): Promise<AskResult> =>
  oneOpenPrompt(() => inSavepoint(tx, () => askForPaymentIn(tx, ctx, input)));

/**
 * Asks the customer of a conversation. @throws DomainError those of `askForPayment`, `conversation.not_found`
 */
export const askInConversation = ({
  ctx,
  input,
}: Call<Omit<Ask, "contactId"> & { conversationId: string }>): Promise<AskResult> =>
  oneOpenPrompt(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      const contactId = await contactOf(tx, ctx, input.conversationId);
      return askForPaymentIn(tx, ctx, { ...input, contactId });
    }),
  );

async function contactOf(tx: Tx, { orgId }: OrgContext, conversationId: string): Promise<string> {
  const [found] = await tx
    .select({ contactId: conversations.contactId })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), eq(conversations.id, conversationId)));
  if (!found) throw notFound("Conversation");
  return found.contactId;
}
