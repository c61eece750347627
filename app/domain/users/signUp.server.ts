import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { members, organisations, users } from "#app/db/schema/identity.ts";
import { bookEntry } from "#app/domain/ledger/book.server.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { issueOneTimeCode } from "#app/domain/oneTimeCodes/issue.server.ts";
import { resendPauseSeconds } from "#app/domain/oneTimeCodes/schemas.ts";
import { DomainError } from "#app/shared/errors.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { normalisePhone } from "#app/shared/phone.ts";
import { startPause, takeAttempt } from "./limits.server.ts";
import { hashPassword } from "./password.server.ts";
import { recordUserActivity } from "./recordUserActivity.server.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.server.ts";
import type { signUpInput } from "./schemas.ts";

type SignUp = z.output<typeof signUpInput>;

/** KES 2,000.00 to try sending with, where no real Meta app is configured. */
const sandboxCreditCents = 200_000;

/**
 * Opens an account with its organisation, and mails a code to verify the address. An address that has an account
 * gets the same answer: its owner is told by mail. One that was never verified starts over, because nobody has
 * proven yet whose it is.
 * @throws DomainError `password.too_common`, `user.phone_invalid` (400), `rate_limit.exceeded` (429).
 */
export async function signUp({
  ctx,
  input,
}: {
  ctx: VisitorContext;
  input: SignUp;
}): Promise<{ message: string }> {
  refuseWeakPassword(input.password, input.email, "password");
  const phoneNumber = readPhone(input.phoneNumber);
  await takeAttempt(ctx, "signup", input.email);
  const passwordHash = await hashPassword(input.password);
  const mayMail = (await startPause(ctx, "resend-otp", input.email, resendPauseSeconds)) === 0;
  await ctx.db.withSystem(async (tx) => {
    const created = await createUser(tx, ctx, { ...input, phoneNumber, passwordHash });
    const user = created ?? (await startOver(tx, ctx, { ...input, phoneNumber, passwordHash }));
    if (!mayMail) return;
    if (user) {
      const { secret, expiresAt } = await issueOneTimeCode(tx, ctx, {
        userId: user.id,
        purpose: "verify_email",
      });
      const validUntil = expiresAt.toISOString();
      await queueMail(tx, ctx, {
        to: input.email,
        content: { kind: "code", firstName: input.firstName, code: secret, validUntil },
      });
    } else {
      await tellOwner(tx, ctx, input.email);
    }
  });
  return {
    message: "Registration Successful! Please check your email for the verification OTP.",
  };
}

function readPhone(text: string): string | null {
  if (text === "") return null;
  const phone = normalisePhone(text);
  if (phone.ok) return phone.phone;
  throw new DomainError("invalid", "user.phone_invalid", phone.reason, {
    fields: { phoneNumber: phone.reason },
  });
}

type Person = Omit<SignUp, "phoneNumber"> & { phoneNumber: string | null; passwordHash: string };

const profileOf = (ctx: VisitorContext, person: Person) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  phoneNumber: person.phoneNumber,
  passwordHash: person.passwordHash,
  agreedToTermsAt: ctx.clock.now(),
});

const organisationNameOf = (person: Person) =>
  person.businessName || `${person.firstName} ${person.lastName}`;

/** Undefined when the address is taken; two sign-ups at once make one account. */
async function createUser(tx: Tx, ctx: VisitorContext, person: Person): Promise<{ id: string } | undefined> {
  const now = ctx.clock.now();
  const [user] = await tx
    .insert(users)
    .values({
      id: newId("usr", now.getTime()),
      email: person.email,
      usertype: "individual",
      createdAt: now,
      ...profileOf(ctx, person),
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!user) return undefined;
  const orgId = newId("org", now.getTime()) as OrgId;
  await tx.insert(organisations).values({
    id: orgId,
    name: organisationNameOf(person),
    planType: "Starter",
    billingType: "postpaid",
    messageLimit: 1000,
    createdAt: now,
  });
  await tx.insert(members).values({ orgId, userId: user.id, role: "owner", createdAt: now });
  if (ctx.config.meta.simulated) {
    await bookEntry(tx, {
      orgId,
      kind: "top_up",
      description: "Sandbox starting credit",
      reference: "sandbox-start",
      postings: { wallet: sandboxCreditCents, funding: -sandboxCreditCents },
      at: now,
    });
  }
  await recordUserActivity(tx, ctx, user.id, {
    type: "auth",
    action: "Account created",
    details: `${person.email} signed up for ${organisationNameOf(person)}`,
  });
  return user;
}

/** Takes the newest form for an account that was never verified. Undefined when the account is verified. */
async function startOver(tx: Tx, ctx: VisitorContext, person: Person): Promise<{ id: string } | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.email, person.email)).for("update");
  if (!user || user.isVerified || user.accountStatus !== "pending") return undefined;
  await tx.update(users).set(profileOf(ctx, person)).where(eq(users.id, user.id));
  const [membership] = await tx
    .select({ orgId: members.orgId })
    .from(members)
    .where(eq(members.userId, user.id));
  if (membership) {
    await tx
      .update(organisations)
      .set({ name: organisationNameOf(person) })
      .where(eq(organisations.id, membership.orgId));
  }
  await recordUserActivity(tx, ctx, user.id, {
    type: "auth",
    action: "Sign-up repeated",
    details: `${person.email} filled in the sign-up form again before verifying`,
  });
  return user;
}

async function tellOwner(tx: Tx, ctx: VisitorContext, email: string): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.email, email));
  if (!owner || owner.accountStatus === "suspended") return;
  await queueMail(tx, ctx, {
    to: email,
    content: { kind: "already_registered", firstName: owner.firstName },
  });
  await recordUserActivity(tx, ctx, owner.id, {
    type: "security",
    status: "warning",
    action: "Sign-up with a known address",
    details: `Somebody tried to sign up as ${email}; the account was not changed`,
  });
}
