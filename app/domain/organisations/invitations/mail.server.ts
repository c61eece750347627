import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { hashToken } from "#app/domain/accounts/sessions/token.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { MemberContext } from "#app/platform/context.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { m } from "#messages";
import { invitationDays } from "./schemas.ts";

/** A new link token, and until when it is valid. */
export function newToken(now: Date) {
  const token = randomToken(32);
  return {
    token,
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + invitationDays * 86_400_000),
  };
}

/** A role as a message says it. */
export const roleWords = { admin: m.auth_admin, agent: m.auth_agent };

/** Writes the email with the link, in the transaction of the deed. System role. */
export async function mailInvitation(
  tx: Tx,
  ctx: MemberContext,
  {
    email,
    role,
    token,
    expiresAt,
  }: { email: string; role: "admin" | "agent"; token: string; expiresAt: Date },
): Promise<void> {
  const [organisation] = await tx.select().from(organisations).where(eq(organisations.id, ctx.orgId));
  const [inviter] = await tx.select().from(users).where(eq(users.id, ctx.session.userId));
  await queueMail(tx, ctx, {
    to: email,
    orgId: ctx.orgId,
    content: {
      kind: "invitation",
      inviterName: `${inviter?.firstName} ${inviter?.lastName}`.trim() || ctx.session.email,
      businessName: organisation?.name ?? "",
      role,
      url: `${ctx.config.appUrl}/invitation?${new URLSearchParams({ token })}`,
      validUntil: expiresAt.toISOString(),
    },
  });
}
