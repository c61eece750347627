import type { Tx } from "#app/db/client.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { UserContext } from "#app/platform/context.ts";

/** Emails the user that their second factor changed. `event` is a sentence in their language. */
export async function notifyUser(
  tx: Tx,
  ctx: UserContext,
  { firstName, event }: { firstName: string; event: () => string },
): Promise<void> {
  await queueMail(tx, ctx, {
    to: ctx.session.email,
    content: () => ({
      kind: "security_notice",
      firstName,
      event: event(),
      at: ctx.clock.now().toISOString(),
      ipAddress: ctx.caller.ipAddress,
      userAgent: ctx.caller.userAgent,
    }),
  });
}
