import { and, eq, notInArray } from "drizzle-orm";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { randomDigits } from "#app/platform/secrets/random.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { type NumberNode, registerNumber } from "#app/providers/meta/accounts.server.ts";
import type { PhoneNumber, WhatsappAccount } from "./queries.server.ts";
import { recordQuality } from "./recordQuality.server.ts";

const pinBinding = (number: { orgId: string; id: string }) => `phone_numbers:${number.orgId}:${number.id}`;

/**
 * Stores Meta's data of a number, new or known. @throws DomainError `whatsapp.number_taken` when another
 * organisation has it.
 */
export async function saveNumber(
  ctx: OrgContext,
  account: WhatsappAccount,
  node: NumberNode,
): Promise<PhoneNumber> {
  const values = {
    whatsappAccountId: account.id,
    displayPhoneNumber: node.displayPhoneNumber,
    verifiedName: node.verifiedName,
    status: node.status,
    qualityRating: node.qualityRating,
    ...(node.throughputPerSecond === null ? {} : { throughputPerSecond: node.throughputPerSecond }),
  };
  return ctx.db
    .withOrg(ctx.orgId, async (tx) => {
      if (node.portfolioLimit !== null)
        await tx
          .update(whatsappAccounts)
          .set({ portfolioLimit: node.portfolioLimit, portfolioLimitAt: ctx.clock.now() })
          .where(and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.id, account.id)));
      const ours = and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.phoneNumberId, node.phoneNumberId));
      await recordQuality(tx, ratingOf(ctx, node));
      const [known] = await tx.update(phoneNumbers).set(values).where(ours).returning();
      if (known) return known;
      const [added] = await tx
        .insert(phoneNumbers)
        .values({
          orgId: ctx.orgId,
          id: newId("pno", ctx.clock.now().getTime()),
          phoneNumberId: node.phoneNumberId,
          ...values,
        })
        .returning();
      return added!;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw whatsappError("whatsapp.number_taken", { cause: error });
    });
}

const ratingOf = ({ orgId, clock }: OrgContext, { phoneNumberId, qualityRating }: NumberNode) => ({
  orgId,
  phoneNumberId,
  at: clock.now(),
  qualityRating,
  messagingLimit: null,
  source: "check" as const,
});

/** Stores whether Meta has verified the business; `null` (not reported) changes nothing. */
export async function saveVerification(
  ctx: OrgContext,
  account: WhatsappAccount,
  isBusinessVerified: boolean | null,
): Promise<void> {
  if (isBusinessVerified === null || isBusinessVerified === account.isBusinessVerified) return;
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(whatsappAccounts)
      .set({ isBusinessVerified })
      .where(and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.id, account.id))),
  );
}

/** Deletes numbers that Meta no longer lists: they can't send. */
export async function deleteNumbers(
  ctx: OrgContext,
  account: WhatsappAccount,
  listed: readonly NumberNode[],
): Promise<void> {
  const ids = listed.map(({ phoneNumberId }) => phoneNumberId);
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(phoneNumbers)
      .set({ status: "DISCONNECTED" })
      .where(
        and(
          eq(phoneNumbers.orgId, ctx.orgId),
          eq(phoneNumbers.whatsappAccountId, account.id),
          ids.length > 0 ? notInArray(phoneNumbers.phoneNumberId, ids) : undefined,
        ),
      ),
  );
}

/**
 * Registers a number with its two-step PIN: the given one, the stored one, or a new one. The PIN is stored,
 * encrypted, before the request, so that a retry after a lost response uses the same PIN. @throws GraphError,
 * GraphUnreachable.
 */
export async function registerWithPin(
  ctx: OrgContext,
  accessToken: string,
  number: PhoneNumber,
  givenPin?: string,
): Promise<void> {
  const keys = ctx.config.encryptionKeys;
  const kept = number.pinEncrypted ? openSecret(keys, pinBinding(number), number.pinEncrypted) : undefined;
  const pin = givenPin ?? kept ?? randomDigits(6);
  const ours = and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.id, number.id));
  if (pin !== kept) {
    const pinEncrypted = sealSecret(keys, pinBinding(number), pin);
    await ctx.db.withOrg(ctx.orgId, (tx) => tx.update(phoneNumbers).set({ pinEncrypted }).where(ours));
  }
  await registerNumber(ctx, accessToken, number.phoneNumberId, pin);
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.update(phoneNumbers).set({ status: "CONNECTED", registeredAt: ctx.clock.now() }).where(ours),
  );
}
