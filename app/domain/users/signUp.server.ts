import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { issueOneTimeCode } from "#app/domain/oneTimeCodes/issue.server.ts";
import { resendPauseSeconds } from "#app/domain/oneTimeCodes/schemas.ts";
import { tellOwnerJob } from "#app/jobs/tellOwner.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { normalisePhone } from "#app/shared/phone.ts";
import { startPause, takeAttempt } from "./limits.server.ts";
import { createUser, type Person, startOver } from "./openAccount.server.ts";
import { hashPassword } from "./password.server.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.server.ts";
import type { signUpInput } from "./schemas.ts";

/**
 * Opens an account with its organisation, and mails a code to verify the address. An address that has an account
 * gets the same answer in the same time: its owner is told by mail. One that was never verified starts over, because
 * nobody has proven yet whose it is.
 * @throws DomainError `password.too_common`, `user.phone_invalid` (400), `rate_limit.exceeded` (429).
 */
export async function signUp({
  ctx,
  input,
}: {
  ctx: VisitorContext;
  input: z.output<typeof signUpInput>;
}): Promise<{ message: string }> {
  refuseWeakPassword(input.password, input.email, "password");
  const phoneNumber = readPhone(input.phoneNumber);
  await takeAttempt(ctx, "signup", input.email);
  const person = { ...input, phoneNumber, passwordHash: await hashPassword(input.password) };
  const mayMail = (await startPause(ctx, "resend-otp", input.email, resendPauseSeconds)) === 0;
  const isOpen = await ctx.db.withSystem(async (tx) => {
    const user = (await createUser(tx, ctx, person)) ?? (await startOver(tx, ctx, person));
    if (user && mayMail) await mailCode(tx, ctx, user.id, person);
    return user !== undefined;
  });
  if (!isOpen) {
    await rehearse(ctx, person);
    if (mayMail) await ctx.jobs.enqueue(tellOwnerJob, { email: input.email });
  }
  return { message: "Registration Successful! Please check your email for the verification OTP." };
}

function readPhone(text: string): string | null {
  if (text === "") return null;
  const phone = normalisePhone(text);
  if (phone.ok) return phone.phone;
  throw new DomainError("invalid", "user.phone_invalid", phone.reason, {
    fields: { phoneNumber: phone.reason },
  });
}

async function mailCode(tx: Tx, ctx: VisitorContext, userId: string, person: Person): Promise<void> {
  const { secret, expiresAt } = await issueOneTimeCode(tx, ctx, { userId, purpose: "verify_email" });
  await queueMail(tx, ctx, {
    to: person.email,
    content: {
      kind: "code",
      firstName: person.firstName,
      code: secret,
      validUntil: expiresAt.toISOString(),
    },
  });
}

/** Ends a rehearsal. */
class Curtain extends Error {}

/** Does the work of a sign-up and takes it back, so that the time of the answer does not tell who has an account. */
async function rehearse(ctx: VisitorContext, person: Person): Promise<void> {
  const nobody = { ...person, email: `${randomUUID()}@nobody.invalid` };
  await ctx.db
    .withSystem(async (tx) => {
      const user = await createUser(tx, ctx, nobody);
      if (user) await mailCode(tx, ctx, user.id, nobody);
      throw new Curtain();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Curtain)) throw error;
    });
}
