import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { OrgContext, Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { hostedSignupOrigin } from "#app/providers/meta/signup.server.ts";
import { m } from "#messages";
import { canSend } from "./canSend.ts";
import { accountReasonWords } from "./reasonWords.ts";

export type WhatsappAccount = typeof whatsappAccounts.$inferSelect;
export type PhoneNumber = typeof phoneNumbers.$inferSelect;
type OrgDb = Pick<Services, "db"> & { orgId: OrgId };

/** Additional data of the token's encryption: it can be decrypted only in this row of this organisation. */
export const tokenBinding = (account: { orgId: string; id: string }) =>
  `whatsapp_accounts:${account.orgId}:${account.id}`;

/**
 * The decrypted business token of a connected account. @throws DomainError `whatsapp.not_connected` when it
 * has none.
 */
export function accessTokenOf(
  services: Pick<Services, "config">,
  account: Pick<WhatsappAccount, "orgId" | "id" | "tokenEncrypted">,
): string {
  if (!account.tokenEncrypted) {
    throw whatsappError("whatsapp.not_connected");
  }
  return openSecret(services.config.encryptionKeys, tokenBinding(account), account.tokenEncrypted);
}

/** SQL: the account, unless it was reconnected or disconnected since it was loaded. */
export const withSameToken = ({ orgId, id, tokenEncrypted }: WhatsappAccount) =>
  and(
    eq(whatsappAccounts.orgId, orgId),
    eq(whatsappAccounts.id, id),
    tokenEncrypted === null
      ? isNull(whatsappAccounts.tokenEncrypted)
      : eq(whatsappAccounts.tokenEncrypted, tokenEncrypted),
  );

export async function findAccount(ctx: OrgDb, id: string): Promise<WhatsappAccount> {
  const [account] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(whatsappAccounts)
      .where(and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.id, id))),
  );
  if (!account) throw notFound("WhatsApp account");
  return account;
}

/**
 * A number of the organisation with its account, by Meta's `phoneNumberId`.
 * @throws DomainError `whatsapp_number.not_found` for a foreign or missing number.
 */
export async function findSender(
  ctx: OrgDb,
  phoneNumberId: string,
): Promise<{ number: PhoneNumber; account: WhatsappAccount }> {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ number: phoneNumbers, account: whatsappAccounts })
      .from(phoneNumbers)
      .innerJoin(whatsappAccounts, withAccount)
      .where(and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId))),
  );
  if (!row) throw notFound("WhatsApp number");
  return row;
}

const shownNumber = (number: PhoneNumber) => ({
  id: number.id,
  phoneNumberId: number.phoneNumberId,
  displayPhoneNumber: number.displayPhoneNumber,
  verifiedName: number.verifiedName,
  status: number.status,
  qualityRating: number.qualityRating,
  throughputPerSecond: number.throughputPerSecond,
  registeredAt: number.registeredAt,
});

/**
 * Numbers of the organisation's accounts that are not disconnected, oldest first. `sendable`: registered and
 * connected.
 */
export async function listNumbers(ctx: OrgDb) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ number: phoneNumbers, account: whatsappAccounts })
      .from(phoneNumbers)
      .innerJoin(whatsappAccounts, withAccount)
      .where(and(eq(phoneNumbers.orgId, ctx.orgId), ne(whatsappAccounts.status, "disconnected")))
      .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id)),
  );
  return rows.map(({ number, account }) => ({
    ...shownNumber(number),
    whatsappAccountId: account.id,
    accountName: account.name,
    sendable: canSend(account, number),
  }));
}

export async function listAccounts(ctx: OrgDb) {
  const [accounts, numbers] = await ctx.db.withOrg(ctx.orgId, async (tx) => [
    await tx
      .select()
      .from(whatsappAccounts)
      .where(eq(whatsappAccounts.orgId, ctx.orgId))
      .orderBy(desc(whatsappAccounts.createdAt), asc(whatsappAccounts.id)),
    await tx
      .select()
      .from(phoneNumbers)
      .where(eq(phoneNumbers.orgId, ctx.orgId))
      .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id)),
  ]);
  return accounts.map((account) => ({
    id: account.id,
    wabaId: account.wabaId,
    businessId: account.businessId,
    name: account.name,
    status: account.status,
    statusReason: accountReasonWords(account.statusReason),
    webhookStatus: account.webhookStatus,
    connectedAt: account.connectedAt,
    tokenExpiresAt: account.tokenExpiresAt,
    hasToken: account.tokenEncrypted !== null,
    numbers: numbers.filter((number) => number.whatsappAccountId === account.id).map(shownNumber),
  }));
}

export type StepStatus = "completed" | "pending" | "error";

/**
 * The three steps of WhatsApp Business Setup, by the stored state. `completed`: an account can send and
 * receive; `dialogOrigin`: the origin of Meta's dialog.
 */
export async function signupStatus(ctx: OrgContext) {
  const accounts = (await listAccounts(ctx)).filter(({ status }) => status !== "disconnected");
  const lost = accounts.find(({ status, hasToken }) => status === "suspended" || !hasToken);
  const signedUp = accounts.some(({ hasToken }) => hasToken);
  const verified = accounts.some(({ numbers }) => numbers.some(({ status }) => status === "CONNECTED"));
  const completed = accounts.some((account) => account.numbers.some((number) => canSend(account, number)));
  const stepStatus = (done: boolean): StepStatus => (done ? "completed" : "pending");
  return {
    completed,
    dialogOrigin: hostedSignupOrigin(ctx),
    steps: [
      {
        id: "embedded-signup",
        title: m.whatsapp_signup_step_embedded(),
        status: signedUp ? "completed" : lost ? "error" : "pending",
      },
      { id: "verify-number", title: m.whatsapp_verify_number(), status: stepStatus(verified) },
      { id: "complete-setup", title: m.whatsapp_complete_setup(), status: stepStatus(completed) },
    ] satisfies { id: string; title: string; status: StepStatus }[],
  };
}

/**
 * An account with its numbers and the count of its templates, for the confirmation before it is disconnected.
 * @throws DomainError `whatsapp_account.not_found`.
 */
export async function describeAccount(ctx: OrgDb, id: string) {
  const account = (await listAccounts(ctx)).find((candidate) => candidate.id === id);
  if (!account) throw notFound("WhatsApp account");
  const templateCount = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.$count(
      templates,
      and(eq(templates.orgId, ctx.orgId), eq(templates.whatsappAccountId, id), notDeleted),
    ),
  );
  return { ...account, templateCount };
}

/** Connected accounts, oldest first. */
export async function listConnectedAccounts(ctx: OrgDb): Promise<WhatsappAccount[]> {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(whatsappAccounts)
      .where(and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.status, "connected")))
      .orderBy(asc(whatsappAccounts.createdAt), asc(whatsappAccounts.id)),
  );
}
