import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { UserContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { organisations, users } from "#app/db/schema/identity.ts";
import { beginEmailChange } from "#app/domain/emailChanges/begin.server.ts";
import { checkOwnPassword } from "#app/domain/users/checkOwnPassword.server.ts";
import { takeAttempt } from "#app/domain/users/limits.server.ts";
import { lockOwnAccount } from "#app/domain/users/lock.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { isChange } from "#app/shared/changes.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import type { profileInput } from "./schemas.ts";

/**
 * Saves the user's name and phone number, and the name of their organisation. Another e-mail address takes their
 * password, and counts only when its code was entered (`emailChange`).
 * @throws DomainError `profile.name_is_the_owners` (403) when an agent changes the business name, `password.wrong` (400),
 *   `auth.required` (401), `rate_limit.exceeded` (429).
 */
export async function updateProfile({
  ctx,
  input,
}: {
  ctx: UserContext;
  input: z.output<typeof profileInput>;
}): Promise<{ emailChange: boolean }> {
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
    const renamed = input.businessName !== undefined && (await rename(tx, ctx, input.businessName));
    if (changed || renamed)
      await recordUserActivity(tx, ctx, userId, {
        type: "profile",
        action: "Profile updated",
        details: renamed
          ? `The business name is now ${input.businessName}.`
          : "Name and contact details were saved.",
      });
    if (newEmail !== undefined) await beginEmailChange(tx, ctx, { newEmail });
  });
  return { emailChange: newEmail !== undefined };
}

async function checkPasswordFor(ctx: UserContext, password = ""): Promise<void> {
  if (password === "") {
    const message = "Enter your current password to change the email";
    throw new DomainError("invalid", "password.required", message, { fields: { currentPassword: message } });
  }
  await takeAttempt(ctx, "change-email", ctx.session.userId);
  await checkOwnPassword(ctx, password, "currentPassword");
}

/** Whether the name is another one now. */
async function rename(tx: Tx, ctx: UserContext, businessName: string): Promise<boolean> {
  const { orgId, memberRole } = ctx.session;
  if (!orgId) return false;
  const [org] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  if (org?.name === businessName) return false;
  if (memberRole === "agent") {
    const message = "Ask an owner or admin of your organisation to change its name.";
    throw new DomainError("forbidden", "profile.name_is_the_owners", message, {
      fields: { businessName: message },
    });
  }
  await tx
    .update(organisations)
    .set({ name: businessName, updatedAt: ctx.clock.now() })
    .where(eq(organisations.id, orgId));
  return true;
}
