import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { record } from "#app/domain/record/record.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { signupFailed } from "#app/domain/whatsapp/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError, reasonOf } from "#app/platform/errors.ts";
import { readWaba } from "#app/providers/meta/accounts.server.ts";
import { GraphError, GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { callbackUrl, exchangeCode, inspectToken } from "#app/providers/meta/signup.server.ts";
import { activateAccount } from "./activate.server.ts";
import { bindAccount } from "./bind.server.ts";
import type { WhatsappAccount } from "./queries.server.ts";
import { accountReasonWords } from "./reasonWords.ts";
import type { embeddedCallback } from "./schemas.ts";
import { claimAttempt, closeAttempt } from "./signupState.server.ts";

const neededScopes = ["whatsapp_business_management", "whatsapp_business_messaging"];

export interface FinishedSignup {
  completed: boolean;
  whatsappAccountId: string;
  /** Remaining problems in words for the member; empty when complete. */
  message: string;
}

/**
 * The server's half of embedded signup (facts/whatsapp-cloud-api.md §3.2): exchanges the code for a token,
 * checks the token's permissions, binds the WABA, subscribes its webhooks and registers its numbers.
 * Idempotent when the page is reloaded. The token is stored before the last steps, so they can be resumed
 * without a new signup. @throws DomainError `whatsapp.signup_state`, `whatsapp.code_refused`,
 * `whatsapp.permissions_missing`, `whatsapp.waba_taken`, `meta.unreachable`.
 */
export async function finishSignup({
  ctx,
  input,
}: Call<z.output<typeof embeddedCallback>>): Promise<FinishedSignup> {
  const attempt = await claimAttempt(ctx, input.state);
  if (!attempt.claimed) return answerAgain(ctx, input.shared_waba_id, attempt.outcome);
  const { stateHash } = attempt;
  const { orgId } = ctx;
  const account = await takeToken(ctx, input).catch(async (error: unknown) => {
    await noteFailure(ctx, stateHash, error).catch((failure: unknown) =>
      ctx.log.error({ err: failure }, "signup failed, and so did the note of it"),
    );
    throw error;
  });
  const outcome = `connected:${account.wabaId}` as const;
  await ctx.db.withOrg(orgId, (tx) => closeAttempt(tx, { orgId, stateHash, outcome }));
  return activateAccount({ ctx, input: { id: account.id } });
}

/** Closes the attempt, or reopens it when Meta could not be reached. */
async function noteFailure(ctx: OrgContext, stateHash: Buffer, error: unknown): Promise<void> {
  const { orgId } = ctx;
  const refusal = error instanceof DomainError ? error : null;
  const isTransient = refusal?.cause instanceof GraphUnreachable;
  const outcome = isTransient ? null : (`refused:${refusal?.code ?? "unexpected"}` as const);
  await ctx.db.withOrg(orgId, async (tx) => {
    await closeAttempt(tx, { orgId, stateHash, outcome });
    await record(tx, ctx, signupFailed, {
      subject: null,
      data: { reason: refusal ? reasonOf(refusal) : null },
    });
  });
}

/** Exchanges the code and binds the account. */
async function takeToken(
  ctx: OrgContext,
  input: z.output<typeof embeddedCallback>,
): Promise<WhatsappAccount> {
  const redirectUri = input.via === "sdk" ? "" : callbackUrl(ctx.config);
  const token = await exchangeCode(ctx, input.code, redirectUri).catch((error: unknown) => {
    throw codeRefusal(error);
  });
  const { wabaId, expiresAt } = await proveToken(ctx, token, input.shared_waba_id);
  const waba = await readWaba(ctx.graph, token, wabaId).catch((error: unknown) => {
    throw metaRefusal(error);
  });
  return bindAccount({ ctx, input: { waba, token, expiresAt } });
}

/** The result of an attempt that was already used. */
async function answerAgain(
  ctx: OrgContext,
  claimed: string | undefined,
  outcome: string | null,
): Promise<FinishedSignup> {
  const wabaId = claimed ?? outcome?.replace(/^connected:/, "") ?? "";
  const [account] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(whatsappAccounts)
      .where(and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.wabaId, wabaId))),
  );
  if (account?.tokenEncrypted && outcome === `connected:${wabaId}`) {
    return {
      completed: account.status === "connected",
      whatsappAccountId: account.id,
      message: accountReasonWords(account.statusReason) ?? "",
    };
  }
  if (outcome === null) {
    throw whatsappError("whatsapp.signup_running");
  }
  throw whatsappError("whatsapp.signup_used");
}

/** A refused code has nearly always expired: it is valid for 30 seconds and for one use. */
function codeRefusal(error: unknown): unknown {
  if (!(error instanceof GraphError)) return metaRefusal(error);
  return whatsappError("whatsapp.code_refused", { cause: error });
}

/**
 * Checks that the token is our app's and has both permissions for the claimed WABA, or for any WABA without a
 * claim. Returns the WABA and the token's expiry. @throws DomainError `whatsapp.code_refused`,
 * `whatsapp.permissions_missing`.
 */
async function proveToken(
  ctx: OrgContext,
  token: string,
  claimed: string | undefined,
): Promise<{ wabaId: string; expiresAt: Date | null }> {
  const inspected = await inspectToken(ctx, token).catch((error: unknown) => {
    throw metaRefusal(error);
  });
  if (!inspected.isValid || inspected.appId !== ctx.config.meta.appId) {
    throw whatsappError("whatsapp.code_refused:other_app");
  }
  const isFor = (wabaId: string, scope: string) =>
    inspected.scopes.includes(scope) && (inspected.targetsOf(scope)?.includes(wabaId) ?? true);
  const given = neededScopes.flatMap((scope) => inspected.targetsOf(scope) ?? []);
  const candidates = claimed ? [claimed] : [...new Set(given)];
  const usable = candidates.filter((id) => neededScopes.every((scope) => isFor(id, scope)));
  const wabaId = usable.length > 1 ? await likeliest(ctx, usable) : usable[0];
  if (wabaId === undefined) {
    throw whatsappError(`whatsapp.permissions_missing${candidates.length > 0 ? "" : ":no_account"}`);
  }
  return { wabaId, expiresAt: inspected.expiresAt };
}

/**
 * The WABA that was most likely meant: first one of this organisation that is not connected, then an unknown
 * or released one in Meta's order, newest first (§3.3), then a connected one; last one that another
 * organisation uses.
 */
async function likeliest(ctx: OrgContext, wabaIds: string[]): Promise<string | undefined> {
  const known = await ctx.db.withSystem((tx) =>
    tx
      .select({
        wabaId: whatsappAccounts.wabaId,
        orgId: whatsappAccounts.orgId,
        status: whatsappAccounts.status,
      })
      .from(whatsappAccounts)
      .where(inArray(whatsappAccounts.wabaId, wabaIds)),
  );
  const rank = (wabaId: string) => {
    const row = known.find((account) => account.wabaId === wabaId);
    if (row?.orgId === ctx.orgId) return row.status === "connected" ? 2 : 0;
    return !row || row.status === "disconnected" ? 1 : 3;
  };
  return wabaIds.toSorted((a, b) => rank(a) - rank(b))[0];
}
