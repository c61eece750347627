import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import type { BrowserTokens } from "#app/domain/accounts/browserTokens.ts";
import { notifyOwnerJob } from "#app/domain/accounts/jobs.ts";
import { issueOneTimeCode } from "#app/domain/accounts/oneTimeCodes/issue.server.ts";
import { resendPauseSeconds } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { hashPassword, verifyPassword } from "#app/domain/accounts/password.server.ts";
import { countAttempt, resetCount, startPause } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { refuseWeakPassword } from "#app/domain/accounts/refuseWeakPassword.server.ts";
import type { signUpInput } from "#app/domain/accounts/schemas.ts";
import { signUpToken } from "#app/domain/accounts/signUpBrowser.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { randomBytes } from "#app/platform/secrets/random.ts";
import { m } from "#messages";
import { createUser, type Person, startOver } from "./openAccount.server.ts";

/**
 * Opens an account with its organisation, and emails a code to verify the address. An address with an account
 * gets the same response in the same time: its owner is notified by email. An unverified one starts over,
 * because no one has proven ownership yet. A token identifies the browser of the current form. @throws
 * DomainError `password.too_common` (400), `rate_limit.exceeded` (429).
 */
export async function signUp({
  ctx,
  input,
  tokens,
}: {
  ctx: VisitorContext;
  input: z.output<typeof signUpInput>;
  tokens: BrowserTokens;
}) {
  refuseWeakPassword(
    ctx,
    input.password,
    { email: input.email, businessNames: [input.businessName] },
    "password",
  );
  await countAttempt(ctx, "signup", input.email);
  const person = {
    ...input,
    phoneNumber: input.phoneNumber || null,
    passwordHash: await hashPassword(input.password),
  };
  await startPause(ctx, "resend-otp", input.email, resendPauseSeconds);
  await resetCount(ctx, "verify-otp", input.email);
  const mayNotify = (await startPause(ctx, "signup", input.email, resendPauseSeconds)) === 0;
  const account = await ctx.db.withSystem(async (tx) => {
    const created = await createUser(tx, ctx, person);
    if (created) {
      await mailCode(tx, ctx, created.id, person);
      return created;
    }
    const repeated = await startOver(tx, ctx, person, tokens.signUp);
    if (repeated && !repeated.inPause) await mailCode(tx, ctx, repeated.id, person, { repeated: true });
    return repeated;
  });
  if (!account) {
    await rehearse(ctx, person);
    if (mayNotify) await ctx.jobs.enqueue(notifyOwnerJob, { email: input.email, askedIn: currentLocale() });
  }
  // A form that is posted twice is recognised by its password. Always computed, so that the time reveals
  // nothing.
  const fits = await verifyPassword(input.password, account?.passwordHash);
  const passwordHash = account && fits ? account.passwordHash : person.passwordHash;
  const signUp = signUpToken(ctx, { email: input.email, passwordHash });
  return { message: m.auth_sign_up_done(), tokens: { signUp } };
}

async function mailCode(
  tx: Tx,
  ctx: VisitorContext,
  userId: string,
  person: Person,
  { repeated = false }: { repeated?: boolean } = {},
): Promise<void> {
  const { secret, expiresAt } = await issueOneTimeCode(tx, ctx, { userId, purpose: "verify_email" });
  await queueMail(tx, ctx, {
    to: person.email,
    askedIn: currentLocale(),
    content: {
      kind: "code",
      code: secret,
      validUntil: expiresAt.toISOString(),
      repeated,
    },
  });
}

/** Rolls back a rehearsal. */
class Curtain extends Error {}

/** Runs a sign-up and rolls it back, so that the response time does not reveal who has an account. */
async function rehearse(ctx: VisitorContext, person: Person): Promise<void> {
  const stranger = { ...person, email: `${randomBytes(16).toString("hex")}@unknown.invalid` };
  await ctx.db
    .withSystem(async (tx) => {
      const user = await createUser(tx, ctx, stranger);
      if (user) await mailCode(tx, ctx, user.id, stranger);
      throw new Curtain();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Curtain)) throw error;
    });
}
