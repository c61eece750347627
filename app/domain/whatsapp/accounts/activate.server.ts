import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type AccountReason, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { whatsappConnected, whatsappSetupIncomplete } from "#app/domain/whatsapp/events.ts";
import { submitTemplateJob, syncTemplatesJob } from "#app/domain/whatsapp/jobs.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError, type Reason, reasonOf } from "#app/platform/errors.ts";
import { listWabaNumbers, type NumberNode, subscribeApp } from "#app/providers/meta/accounts.server.ts";
import { isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { m } from "#messages";
import { judgedByMeta } from "./canSend.ts";
import type { FinishedSignup } from "./finishSignup.server.ts";
import { deleteNumbers, registerWithPin, saveNumber } from "./numbers.server.ts";
import { accessTokenOf, findAccount, type WhatsappAccount, withSameToken } from "./queries.server.ts";
import { accountReasonWords } from "./reasonWords.ts";
import { suspendAccount } from "./suspend.server.ts";

/**
 * The last steps of connecting an account with a stored token: subscribes its webhooks, saves and registers
 * its numbers, and enqueues a sync of its templates. Idempotent; a failure is stored as the account's
 * `statusReason` and returned in `message`. @throws DomainError `whatsapp_account.not_found`,
 * `whatsapp.not_connected`, `whatsapp.suspended_by_staff`.
 */
export async function activateAccount({ ctx, input }: Call<{ id: string }>): Promise<FinishedSignup> {
  const account = await findAccount(ctx, input.id);
  if (account.staffSuspendedAt) throw whatsappError("whatsapp.suspended_by_staff");
  const token = accessTokenOf(ctx, account);
  try {
    await subscribeApp(ctx, token, account.wabaId);
  } catch (error) {
    return fail(ctx, account, error, "webhooks");
  }
  let found: Awaited<ReturnType<typeof listWabaNumbers>>;
  try {
    found = await listWabaNumbers(ctx.graph, token, account.wabaId);
  } catch (error) {
    return fail(ctx, account, error, "numbers");
  }
  const problems =
    found.length === 0 ? [{ code: "whatsapp.no_number" }] : await register(ctx, account, token, found);
  const hasUsable = problems.length < found.length;
  await deleteNumbers(ctx, account, found);
  // An account stays connected while Meta lists its numbers: whether one can send is stored per number.
  const stays = account.status === "connected" && found.length > 0;
  return conclude(ctx, account, {
    completed: hasUsable,
    connected: hasUsable || stays,
    webhooksActive: true,
    problems,
  });
}

/** Saves and registers the numbers. Returns a problem for each that can't send. */
async function register(
  ctx: OrgContext,
  account: WhatsappAccount,
  token: string,
  found: Awaited<ReturnType<typeof listWabaNumbers>>,
): Promise<AccountReason[]> {
  const problems: AccountReason[] = [];
  for (const node of found) {
    try {
      const number = await saveNumber(ctx, account, node);
      if (node.status === "CONNECTED") continue;
      if (node.inBusinessApp || !registrable.has(node.status)) throw notSendable(node);
      await registerWithPin(ctx, token, number);
    } catch (error) {
      problems.push({ ...refusalOf(error), about: node.displayPhoneNumber });
    }
  }
  return problems;
}

/** Statuses that a registration can end; all others are Meta's decision, and attempts are limited (§3.4). */
const registrable = new Set(["PENDING", "DISCONNECTED", "UNVERIFIED"]);

const notSendable = ({ status, inBusinessApp }: NumberNode) =>
  inBusinessApp
    ? whatsappError("whatsapp.number_not_sendable:business_app")
    : whatsappError("whatsapp.number_not_sendable", { values: { said: judgedByMeta(status) } });

const refusalOf = (error: unknown): Reason => {
  const refusal = metaRefusal(error);
  if (refusal instanceof DomainError) return reasonOf(refusal);
  throw error;
};

async function fail(
  ctx: OrgContext,
  account: WhatsappAccount,
  error: unknown,
  step: "webhooks" | "numbers",
): Promise<FinishedSignup> {
  const problem = { ...refusalOf(error), step };
  const message = accountReasonWords(problem) ?? "";
  if (isTokenRefused(error)) {
    await suspendAccount({ ctx, input: { account, reason: problem } });
    return { completed: false, whatsappAccountId: account.id, message };
  }
  // Meta's outage does not disconnect numbers that work.
  if (account.status === "connected" && isTransient(error))
    return { completed: false, whatsappAccountId: account.id, message };
  return conclude(ctx, account, {
    completed: false,
    connected: false,
    webhooksActive: step === "numbers",
    problems: [problem],
  });
}

const isTransient = (error: unknown): boolean => {
  const refusal = metaRefusal(error);
  return refusal instanceof DomainError && (refusal.kind === "unavailable" || refusal.kind === "too_many");
};

const connectionChanged = () => m.errors_account_connection_changed();

async function conclude(
  ctx: OrgContext,
  account: WhatsappAccount,
  result: { completed: boolean; connected: boolean; webhooksActive: boolean; problems: AccountReason[] },
): Promise<FinishedSignup> {
  const reason = { code: "whatsapp.setup_incomplete", problems: result.problems };
  const message = accountReasonWords(reason) ?? "";
  const isOurs = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [ours] = await tx
      .update(whatsappAccounts)
      .set({
        status: result.connected ? "connected" : "pending",
        statusReason: result.problems.length > 0 ? reason : null,
        webhookStatus: result.webhooksActive ? "active" : "error",
        connectedAt: result.connected ? (account.connectedAt ?? ctx.clock.now()) : null,
      })
      .where(withSameToken(account))
      .returning({ id: whatsappAccounts.id });
    if (!ours) return false;
    await record(tx, ctx, result.completed ? whatsappConnected : whatsappSetupIncomplete, {
      subject: account.id,
      status: result.problems.length === 0 ? "success" : "warning",
      data: { account: account.name, wabaId: account.wabaId, problems: result.problems },
    });
    if (result.connected) await bringUpToDate(tx, ctx, account);
    return true;
  });
  if (!isOurs) return { completed: false, whatsappAccountId: account.id, message: connectionChanged() };
  return { completed: result.completed, whatsappAccountId: account.id, message };
}

/**
 * Enqueues a sync of templates and numbers, and the submission of templates that were drafts while the access
 * was lost.
 */
async function bringUpToDate(tx: Tx, ctx: OrgContext, account: WhatsappAccount): Promise<void> {
  const { orgId } = ctx;
  await ctx.jobs.enqueue(syncTemplatesJob, { orgId, whatsappAccountId: account.id }, { tx, key: account.id });
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
    await ctx.jobs.enqueue(submitTemplateJob, { orgId, templateId: id }, { tx, key: id });
}
