import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { checkOwnPassword } from "#app/domain/accounts/checkOwnPassword.server.ts";
import { beginEmailChange } from "#app/domain/accounts/emailChanges/begin.server.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { profileUpdated } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { countAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import type { profileInput } from "./schemas.ts";

/**
 * Saves the user's name and phone number, and the name of their organisation. Another email address
 * requires the password, and takes effect once its code was entered (`emailChange`). @throws DomainError
 * `profile.name_is_the_owners` (403) when an agent changes the business name, `password.wrong` (400),
 * `auth.required` (401), `rate_limit.exceeded` (429).
 */
export async function updateProfile({
  ctx,
  input,
}: Call<z.output<typeof profileInput>, UserContext>): Promise<{ emailChange: boolean }> {
  const { userId, email } = ctx.session;
  const newEmail = input.email === email ? undefined : input.email;
  if (newEmail !== undefined) await checkPasswordFor(ctx, input.currentPassword);
  await ctx.db.withSystem(async (tx) => {
    const user = await lockOwnAccount(tx, ctx.session);
    const { firstName, lastName } = input;
    const person = { firstName, lastName, phoneNumber: input.phoneNumber || null };
    const changed = isChange(user, person);
    if (changed)
      await tx
        .update(users)
        .set({ ...person, updatedAt: ctx.clock.now() })
        .where(eq(users.id, userId));
    const renamed = input.businessName === undefined ? null : await rename(tx, ctx, input.businessName);
    if (changed || renamed)
      await recordOfUser(tx, ctx, userId, profileUpdated, {
        data: renamed ? { businessName: renamed.name[1] } : {},
        changes: { ...changesBetween(user, person), ...renamed },
      });
    if (newEmail !== undefined) await beginEmailChange(tx, ctx, { newEmail });
  });
  return { emailChange: newEmail !== undefined };
}

async function checkPasswordFor(ctx: UserContext, password = ""): Promise<void> {
  if (password === "") {
    throw accountsError("password.required", { field: "currentPassword" });
  }
  await countAttempt(ctx, "change-email", ctx.session.userId);
  await checkOwnPassword(ctx, password, "currentPassword");
}

/** The old and new name; null when unchanged. */
async function rename(
  tx: Tx,
  ctx: UserContext,
  businessName: string,
): Promise<{ name: [string, string] } | null> {
  const { orgId } = ctx.session;
  if (!orgId) return null;
  const [org] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  if (!org || org.name === businessName) return null;
  if (!may(ctx.session, "organisation.manage")) {
    throw accountsError("profile.name_is_the_owners", { field: "businessName" });
  }
  await tx
    .update(organisations)
    .set({ name: businessName, updatedAt: ctx.clock.now() })
    .where(eq(organisations.id, orgId));
  return { name: [org.name, businessName] };
}
