import { and, eq, ne } from "drizzle-orm";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { record } from "#app/domain/record/record.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { whatsappAdded, whatsappReconnected, whatsappReleased } from "#app/domain/whatsapp/events.ts";
import { type Call, jobActor, type OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { WabaNode } from "#app/providers/meta/accounts.server.ts";
import { endSending } from "./endSending.ts";
import { tokenBinding, type WhatsappAccount } from "./queries.server.ts";

const taken = (cause?: unknown) => whatsappError("whatsapp.waba_taken", { cause });

/**
 * Ties a WABA to the organisation and stores its token, encrypted. Connecting it again replaces the token,
 * and a connected account continues to send. A WABA that another organisation has disconnected is released
 * there. @throws DomainError `whatsapp.waba_taken`, without details, when another organisation uses it.
 */
export async function bindAccount({
  ctx,
  input: { waba, token, expiresAt },
}: Call<{ waba: WabaNode; token: string; expiresAt: Date | null }>): Promise<WhatsappAccount> {
  await releaseElsewhere(ctx, waba.id);
  const ours = and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.wabaId, waba.id));
  return ctx.db
    .withOrg(ctx.orgId, async (tx) => {
      const [known] = await tx.select().from(whatsappAccounts).where(ours).for("update");
      const id = known?.id ?? newId("wac", ctx.clock.now().getTime());
      const values = {
        businessId: waba.businessId,
        name: waba.name,
        isBusinessVerified: waba.isBusinessVerified ?? known?.isBusinessVerified ?? null,
        tokenEncrypted: sealSecret(ctx.config.encryptionKeys, tokenBinding({ orgId: ctx.orgId, id }), token),
        tokenExpiresAt: expiresAt,
        status: known?.status === "connected" ? known.status : ("pending" as const),
        statusReason: null,
      };
      const [account] = known
        ? await tx.update(whatsappAccounts).set(values).where(ours).returning()
        : await tx
            .insert(whatsappAccounts)
            .values({ orgId: ctx.orgId, id, wabaId: waba.id, ...values })
            .returning();
      await record(tx, ctx, known ? whatsappReconnected : whatsappAdded, {
        subject: id,
        data: { account: waba.name, wabaId: waba.id },
      });
      return account!;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? taken(error) : error;
    });
}

/**
 * The token proves that this business controls the WABA, so another organisation's disconnected row is
 * deleted and its pending messages from these numbers are cancelled.
 */
async function releaseElsewhere(ctx: OrgContext, wabaId: string): Promise<void> {
  await ctx.db.withSystem(async (tx) => {
    const [elsewhere] = await tx
      .select()
      .from(whatsappAccounts)
      .where(and(eq(whatsappAccounts.wabaId, wabaId), ne(whatsappAccounts.orgId, ctx.orgId)))
      .for("update");
    if (!elsewhere) return;
    if (elsewhere.status !== "disconnected") throw taken();
    const row = { orgId: elsewhere.orgId, id: elsewhere.id };
    const ofAccount = and(eq(phoneNumbers.orgId, row.orgId), eq(phoneNumbers.whatsappAccountId, row.id));
    const numbers = await tx
      .select({ phoneNumberId: phoneNumbers.phoneNumberId })
      .from(phoneNumbers)
      .where(ofAccount);
    const ended = await endSending(
      tx,
      { orgId: row.orgId, clock: ctx.clock },
      {
        phoneNumberIds: numbers.map(({ phoneNumberId }) => phoneNumberId),
        reason: { code: "campaign.number_taken_over" },
      },
    );
    await tx.delete(phoneNumbers).where(ofAccount);
    await tx
      .delete(whatsappAccounts)
      .where(and(eq(whatsappAccounts.orgId, row.orgId), eq(whatsappAccounts.id, row.id)));
    await record(
      tx,
      { orgId: elsewhere.orgId, actor: jobActor("bind-account"), clock: ctx.clock },
      whatsappReleased,
      { subject: elsewhere.id, data: { account: elsewhere.name, wabaId, ...ended } },
    );
  });
}
