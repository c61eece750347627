import { eq } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { recordUserActivity } from "./recordUserActivity.server.ts";

/** Tells the owner of an account that somebody tried to sign up with their address. */
export async function tellOwner({
  services,
  input: { email },
}: {
  services: Services;
  input: { email: string };
}): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.email, email));
    if (!owner || owner.accountStatus === "suspended") return;
    await queueMail(tx, services, {
      to: email,
      content: { kind: "already_registered", firstName: owner.firstName },
    });
    await recordUserActivity(tx, services, owner.id, {
      type: "security",
      status: "warning",
      action: "Sign-up with a known address",
      details: `Somebody tried to sign up as ${email}; the account was not changed`,
    });
  });
}
