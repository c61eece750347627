import { and, desc, eq } from "drizzle-orm";
import { type CheckResult, connectionChecks, phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { record } from "#app/domain/record/record.server.ts";
import {
  accessTokenOf,
  findAccount,
  type WhatsappAccount,
} from "#app/domain/whatsapp/accounts/queries.server.ts";
import { recordQuality } from "#app/domain/whatsapp/accounts/recordQuality.server.ts";
import { connectionChecked } from "#app/domain/whatsapp/events.ts";
import { webhookHealthOf } from "#app/domain/whatsapp/numbers/webhookHealth.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { GraphError, GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import { readNumberHealth, readObstacles, readSubscription } from "#app/providers/meta/health.server.ts";
import { inspectToken } from "#app/providers/meta/signup.server.ts";

const dayMs = 86_400_000;
const soonDays = 7;
/** Meta's code for a missing or refused payment method. */
const paymentProblem = 141006;
const neededScopes = ["whatsapp_business_management", "whatsapp_business_messaging"];
const keptChecks = 20;

type Check = CheckResult["check"];

/**
 * Checks in turn everything that an account needs to send and receive, and stores the results. Changes
 * nothing at Meta. @throws DomainError `whatsapp_account.not_found`, `whatsapp.not_connected`.
 */
export async function checkConnection({
  ctx,
  input,
}: Call<{ whatsappAccountId: string }>): Promise<{ results: CheckResult[] }> {
  const account = await findAccount(ctx, input.whatsappAccountId);
  const token = accessTokenOf(ctx, account);
  const results = [
    ...(await checkToken(ctx, account, token)),
    await resultOf("subscription", () => checkSubscription(ctx, account, token)),
    ...(await checkNumbers(ctx, account, token)),
    await resultOf("payment", () => checkPayment(ctx, account, token)),
    checkWebhooks(ctx, account),
  ];
  const reached = results.some(({ found }) => found === "unreachable");
  results.unshift({
    check: "reachability",
    outcome: reached ? "bad" : "good",
    found: reached ? "unreachable" : "answers",
  });
  await keep(ctx, account, results);
  return { results };
}

async function keep(ctx: OrgContext, account: WhatsappAccount, results: CheckResult[]): Promise<void> {
  const checkedAt = ctx.clock.now();
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const key = { orgId: ctx.orgId, whatsappAccountId: account.id };
    await tx
      .insert(connectionChecks)
      .values({ ...key, checkedAt, results })
      .onConflictDoUpdate({
        target: [connectionChecks.orgId, connectionChecks.whatsappAccountId, connectionChecks.checkedAt],
        set: { results },
      });
    const problems = results.filter(({ outcome }) => outcome === "bad").length;
    await record(tx, ctx, connectionChecked, {
      subject: account.id,
      status: problems > 0 ? "warning" : "success",
      data: { account: account.name, problems },
    });
  });
}

/** The latest checks of an account, newest first. */
export async function listChecks(ctx: OrgContext, whatsappAccountId: string) {
  const account = await findAccount(ctx, whatsappAccountId);
  const checks = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ checkedAt: connectionChecks.checkedAt, results: connectionChecks.results })
      .from(connectionChecks)
      .where(and(eq(connectionChecks.orgId, ctx.orgId), eq(connectionChecks.whatsappAccountId, account.id)))
      .orderBy(desc(connectionChecks.checkedAt))
      .limit(keptChecks),
  );
  return {
    account: { id: account.id, name: account.name, hasToken: account.tokenEncrypted !== null },
    checks,
  };
}

/** A check's result, or the reason why it could not run. */
async function resultOf(
  check: Check,
  run: () => Promise<CheckResult>,
  number?: string,
): Promise<CheckResult> {
  try {
    return await run();
  } catch (error) {
    const about = number ? { number } : {};
    if (error instanceof GraphUnreachable)
      return { check, ...about, outcome: "unknown", found: "unreachable" };
    if (error instanceof GraphError)
      return { check, ...about, outcome: "bad", found: "refused", detail: error.details || error.message };
    throw error;
  }
}

async function checkToken(ctx: OrgContext, account: WhatsappAccount, token: string): Promise<CheckResult[]> {
  let scopes: CheckResult = { check: "scopes", outcome: "unknown", found: "not_asked" };
  const ofToken = await resultOf("token", async () => {
    const found = await inspectToken(ctx, token);
    if (!found.isValid || found.appId !== ctx.config.meta.appId)
      return { check: "token", outcome: "bad", found: found.isValid ? "other_app" : "refused" };
    scopes = scopesOf(found, account.wabaId);
    const { expiresAt } = found;
    if (expiresAt && expiresAt.getTime() - ctx.clock.now().getTime() < soonDays * dayMs)
      return { check: "token", outcome: "warning", found: "expires", detail: expiresAt.toISOString() };
    return { check: "token", outcome: "good", found: "valid" };
  });
  return [ofToken, scopes];
}

function scopesOf(token: Awaited<ReturnType<typeof inspectToken>>, wabaId: string): CheckResult {
  const missing = neededScopes.filter((scope) => {
    const targets = token.targetsOf(scope);
    return !token.scopes.includes(scope) || (targets !== undefined && !targets.includes(wabaId));
  });
  return missing.length > 0
    ? { check: "scopes", outcome: "bad", found: "missing", detail: missing.join(", ") }
    : { check: "scopes", outcome: "good", found: "granted" };
}

async function checkSubscription(
  ctx: OrgContext,
  account: WhatsappAccount,
  token: string,
): Promise<CheckResult> {
  const found = await readSubscription(ctx.graph, token, account.wabaId, ctx.config.meta.appId);
  if (!found.isSubscribed) return { check: "subscription", outcome: "bad", found: "missing" };
  if (found.overriddenBy)
    return { check: "subscription", outcome: "warning", found: "overridden", detail: found.overriddenBy };
  return { check: "subscription", outcome: "good", found: "subscribed" };
}

/** Checks each number, and stores Meta's quality and limit. */
async function checkNumbers(
  ctx: OrgContext,
  account: WhatsappAccount,
  token: string,
): Promise<CheckResult[]> {
  const { orgId } = ctx;
  const numbers = await ctx.db.withOrg(orgId, (tx) =>
    tx
      .select({ id: phoneNumbers.phoneNumberId, name: phoneNumbers.displayPhoneNumber })
      .from(phoneNumbers)
      .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.whatsappAccountId, account.id)))
      .orderBy(phoneNumbers.createdAt),
  );
  if (numbers.length === 0) return [{ check: "registration", outcome: "bad", found: "no_number" }];
  const results: CheckResult[] = [];
  for (const { id, name } of numbers)
    results.push(
      await resultOf(
        "registration",
        async () => {
          const { status, ...health } = await readNumberHealth(ctx.graph, token, id);
          const at = ctx.clock.now();
          await ctx.db.withOrg(orgId, async (tx) => {
            await recordQuality(tx, { orgId, phoneNumberId: id, at, source: "check", ...health });
            await tx
              .update(phoneNumbers)
              .set({ status, qualityRating: health.qualityRating })
              .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, id)));
          });
          return status === "CONNECTED"
            ? { check: "registration", number: name, outcome: "good", found: "connected" }
            : { check: "registration", number: name, outcome: "bad", found: "not_connected", detail: status };
        },
        name,
      ),
    );
  return results;
}

async function checkPayment(ctx: OrgContext, account: WhatsappAccount, token: string): Promise<CheckResult> {
  const obstacles = await readObstacles(ctx.graph, token, account.wabaId);
  const ofPayment = obstacles.find(({ code }) => code === paymentProblem);
  if (ofPayment)
    return {
      check: "payment",
      outcome: "bad",
      found: "problem",
      detail: ofPayment.solution || ofPayment.description,
    };
  const [other] = obstacles;
  if (other) return { check: "payment", outcome: "warning", found: "other", detail: other.description };
  return { check: "payment", outcome: "good", found: "no_problem" };
}

function checkWebhooks(ctx: OrgContext, account: WhatsappAccount): CheckResult {
  const health = webhookHealthOf(account, ctx.clock.now());
  const outcomes = { good: "good", quiet: "warning", failing: "bad", never: "warning" } as const;
  return {
    check: "webhooks",
    outcome: outcomes[health],
    found: health,
    ...(account.lastWebhookAt ? { detail: account.lastWebhookAt.toISOString() } : {}),
  };
}
