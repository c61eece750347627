import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { signUpWithKnownAddress } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { Locale } from "#app/platform/locale/locale.ts";

/** Notifies the owner of an account that someone tried to sign up with their address. */
export async function notifyOwner({
  services,
  input: { email, askedIn },
}: {
  services: Services;
  input: { email: string; askedIn?: Locale | undefined };
}): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.email, email));
    if (!owner || owner.accountStatus === "suspended") return;
    await queueMail(tx, services, {
      to: email,
      askedIn,
      content: { kind: "already_registered", firstName: owner.firstName },
    });
    await recordOfUser(tx, services, owner.id, signUpWithKnownAddress, {
      by: { kind: "visitor", ipAddress: null, userAgent: null },
      data: { email },
    });
  });
}
