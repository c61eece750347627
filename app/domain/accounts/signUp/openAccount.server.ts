import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { accountCreated, signUpRepeated } from "#app/domain/accounts/events.ts";
import { newestCodeOf } from "#app/domain/accounts/oneTimeCodes/redeem.server.ts";
import { resendPauseSeconds } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { signUpInput } from "#app/domain/accounts/schemas.ts";
import { firstPlan } from "#app/domain/accounts/signUp/firstPlan.server.ts";
import { hasChosenPassword } from "#app/domain/accounts/signUpBrowser.server.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { currentLocale, defaultLocale } from "#app/platform/locale/locale.ts";

/** KES 2,000.00 to try sending with, when no real Meta app is configured. */
const sandboxCreditCents = 200_000;

/** The validated sign-up form, with the phone in E.164. */
export type Person = Omit<z.output<typeof signUpInput>, "phoneNumber"> & {
  phoneNumber: string | null;
  passwordHash: string;
};

const profileOf = (ctx: VisitorContext, person: Person) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  phoneNumber: person.phoneNumber,
  passwordHash: person.passwordHash,
  agreedToTermsAt: ctx.clock.now(),
});

/** Users who sign up in a language work in it, and so do those they invite. */
const localeOfForm = () => (currentLocale() === defaultLocale ? null : currentLocale());

const organisationNameOf = (person: Person) =>
  person.businessName || `${person.firstName} ${person.lastName}`;

/**
 * Creates user, organisation and owner. Undefined when the address is taken: two sign-ups at once create one
 * account.
 */
export async function createUser(
  tx: Tx,
  ctx: VisitorContext,
  person: Person,
): Promise<{ id: string; passwordHash: string } | undefined> {
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
    .returning({ id: users.id, passwordHash: users.passwordHash });
  if (!user) return undefined;
  const orgId = newId("org", now.getTime()) as OrgId;
  await tx.insert(organisations).values({
    id: orgId,
    name: organisationNameOf(person),
    ...firstPlan,
    messageLimit: 1000,
    locale: localeOfForm(),
    createdAt: now,
  });
  await tx.insert(members).values({ orgId, userId: user.id, role: "owner", createdAt: now });
  if (ctx.config.meta.simulated) await creditSandbox(tx, orgId, now);
  await recordOfUser(tx, ctx, user.id, accountCreated, {
    data: { email: person.email, organisation: organisationNameOf(person) },
  });
  return user;
}

/**
 * Applies the newest form to an unverified account. Within the pause after a code (`inPause`) no other one is
 * emailed, and the form of that code stays, unless it came from this browser too: a code is valid only for
 * the form of the browser it was emailed for. A form of another browser marks the account. Undefined when it
 * is verified.
 */
export async function startOver(
  tx: Tx,
  ctx: VisitorContext,
  person: Person,
  token: string | undefined,
): Promise<{ id: string; passwordHash: string; inPause: boolean } | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.email, person.email)).for("update");
  if (!user || user.isVerified || user.accountStatus !== "pending") return undefined;
  const newestCode = await newestCodeOf(tx, user.id, "verify_email");
  const pauseBegan = ctx.clock.now().getTime() - resendPauseSeconds * 1000;
  const inPause = newestCode !== undefined && newestCode.createdAt.getTime() > pauseBegan;
  const isSameBrowser = hasChosenPassword(ctx, token, user);
  const isTaken = isSameBrowser || !inPause;
  await tx
    .update(users)
    .set({
      signUpRepeated: user.signUpRepeated || !isSameBrowser,
      ...(isTaken ? profileOf(ctx, person) : {}),
    })
    .where(eq(users.id, user.id));
  if (isTaken) await renameFirstOrganisation(tx, user.id, organisationNameOf(person));
  await recordOfUser(tx, ctx, user.id, signUpRepeated, { data: { email: person.email } });
  return { id: user.id, passwordHash: isTaken ? person.passwordHash : user.passwordHash, inPause };
}

async function renameFirstOrganisation(tx: Tx, userId: string, name: string): Promise<void> {
  const [membership] = await tx
    .select({ orgId: members.orgId })
    .from(members)
    .where(eq(members.userId, userId));
  if (membership)
    await tx
      .update(organisations)
      .set({ name, locale: localeOfForm() })
      .where(eq(organisations.id, membership.orgId));
}

const creditSandbox = (tx: Tx, orgId: OrgId, at: Date) =>
  bookEntry(tx, {
    orgId,
    kind: "top_up",
    about: { code: "credit.sandbox_start" },
    reference: "sandbox-start",
    postings: { wallet: sandboxCreditCents, funding: -sandboxCreditCents },
    at,
  });
