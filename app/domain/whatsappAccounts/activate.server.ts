import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { templates, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { submitTemplateLater } from "#app/jobs/submitTemplate.server.ts";
import { syncTemplates } from "#app/jobs/syncTemplates.server.ts";
import { listWabaNumbers, type NumberNode, subscribeApp } from "#app/providers/meta/accounts.server.ts";
import { isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { judgedByMeta } from "./canSend.ts";
import type { FinishedSignup } from "./finishSignup.server.ts";
import { forgetNumbers, registerWithPin, saveNumber } from "./numbers.server.ts";
import { accessTokenOf, findAccount, type WhatsappAccount, withSameToken } from "./queries.server.ts";
import { suspendAccount } from "./suspend.server.ts";

/**
 * The last steps of connecting an account whose token we hold: webhooks subscribed, numbers read and registered, templates
 * fetched by a job. Can be repeated at any time; what failed is kept as the account's `statusReason` and told in `message`.
 * @throws DomainError `whatsapp_account.not_found`, `whatsapp.not_connected`.
 */
export async function activateAccount({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { id: string };
}): Promise<FinishedSignup> {
  const account = await findAccount(ctx, input.id);
  const token = accessTokenOf(ctx, account);
  try {
    await subscribeApp(ctx, token, account.wabaId);
  } catch (error) {
    return fail(ctx, account, error, "Meta did not let us receive this account's messages.");
  }
  let found: Awaited<ReturnType<typeof listWabaNumbers>>;
  try {
    found = await listWabaNumbers(ctx.graph, token, account.wabaId);
  } catch (error) {
    return fail(ctx, account, error, "The phone numbers of the account could not be read.", true);
  }
  const problems: string[] = [];
  let usable = 0;
  for (const node of found) {
    try {
      const number = await saveNumber(ctx, account, node);
      if (node.status !== "CONNECTED") {
        if (node.inBusinessApp || !registrable.has(node.status)) throw notSendable(node);
        await registerWithPin(ctx, token, number);
      }
      usable += 1;
    } catch (error) {
      problems.push(`${node.displayPhoneNumber}: ${wordsOf(error)}`);
    }
  }
  if (found.length === 0) problems.push("The account has no phone number yet. Add one in WhatsApp Manager.");
  await forgetNumbers(ctx, account, found);
  // The connection stands while Meta holds its numbers: whether one can send is told by the number.
  const stays = account.status === "connected" && found.length > 0;
  return conclude(ctx, account, {
    completed: usable > 0,
    connected: usable > 0 || stays,
    webhooksActive: true,
    problems,
  });
}

/** Statuses that a registration ends; the others are Meta's judgement, and tries are few (§3.4). */
const registrable = new Set(["PENDING", "DISCONNECTED", "UNVERIFIED"]);

const notSendable = ({ status, inBusinessApp }: NumberNode) =>
  new DomainError(
    "conflict",
    "whatsapp.number_not_sendable",
    inBusinessApp
      ? "The number is not ready in the WhatsApp Business app yet. Open the app and finish its setup."
      : judgedByMeta(status),
  );

const wordsOf = (error: unknown): string => {
  const refusal = metaRefusal(error);
  if (refusal instanceof DomainError) return refusal.message;
  throw error;
};

async function fail(
  ctx: OrgContext,
  account: WhatsappAccount,
  error: unknown,
  what: string,
  webhooksActive = false,
): Promise<FinishedSignup> {
  const message = `${what} ${wordsOf(error)}`;
  if (isTokenRefused(error)) {
    await suspendAccount({ ctx, input: { account, reason: message } });
    return { completed: false, whatsappAccountId: account.id, message };
  }
  // What works goes on working while Meta does not answer.
  if (account.status === "connected" && isPassing(error))
    return { completed: false, whatsappAccountId: account.id, message };
  return conclude(ctx, account, {
    completed: false,
    connected: false,
    webhooksActive,
    problems: [message],
  });
}

const isPassing = (error: unknown): boolean => {
  const refusal = metaRefusal(error);
  return refusal instanceof DomainError && (refusal.kind === "unavailable" || refusal.kind === "too_many");
};

const changedMeanwhile =
  "The connection of this account was changed meanwhile. Look at it on WhatsApp Setup.";

async function conclude(
  ctx: OrgContext,
  account: WhatsappAccount,
  result: { completed: boolean; connected: boolean; webhooksActive: boolean; problems: string[] },
): Promise<FinishedSignup> {
  const message = result.problems.join(" ");
  const isOurs = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [ours] = await tx
      .update(whatsappAccounts)
      .set({
        status: result.connected ? "connected" : "pending",
        statusReason: message || null,
        webhookStatus: result.webhooksActive ? "active" : "error",
        connectedAt: result.connected ? (account.connectedAt ?? ctx.clock.now()) : null,
      })
      .where(withSameToken(account))
      .returning({ id: whatsappAccounts.id });
    if (!ours) return false;
    await recordActivity(tx, ctx, {
      type: "settings",
      status: result.problems.length === 0 ? "success" : "warning",
      action: result.completed ? "WhatsApp connected" : "WhatsApp setup not complete",
      details: message || `${account.name} (${account.wabaId})`,
    });
    if (result.connected) await bringUpToDate(tx, ctx, account);
    return true;
  });
  if (!isOurs) return { completed: false, whatsappAccountId: account.id, message: changedMeanwhile };
  return { completed: result.completed, whatsappAccountId: account.id, message };
}

/** Templates and numbers are read again, and templates that could not be submitted while the access was lost are. */
async function bringUpToDate(tx: Tx, ctx: OrgContext, account: WhatsappAccount): Promise<void> {
  const { orgId } = ctx;
  await ctx.jobs.enqueue(syncTemplates, { orgId, whatsappAccountId: account.id }, { tx, key: account.id });
  const drafts = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        eq(templates.orgId, orgId),
        eq(templates.whatsappAccountId, account.id),
        eq(templates.status, "DRAFT"),
      ),
    );
  for (const { id } of drafts)
    await ctx.jobs.enqueue(submitTemplateLater, { orgId, templateId: id }, { tx, key: id });
}
