import { and, eq } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { messageCancelled } from "#app/domain/messaging/events.ts";
import { settleSingleMessages } from "#app/domain/money/singleMessages.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { moveMessages } from "./move.server.ts";

/**
 * Cancels a single message that no sender has claimed yet, and releases its money. Idempotent. @throws
 * DomainError `message.not_found`, `message.not_cancellable`.
 */
export async function cancelMessage({ ctx, input }: Call<{ messageId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const mine = and(eq(messages.orgId, ctx.orgId), eq(messages.id, input.messageId));
    // A sender claims a row by setting it to `unknown` under the same lock.
    const [message] = await tx.select().from(messages).where(mine).for("update");
    if (!message) throw notFound("Message");
    if (message.state === "cancelled") return { messageId: message.id };
    if (message.direction !== "out" || message.campaignId !== null || message.state !== "queued")
      throw messagingError("message.not_cancellable");
    const at = ctx.clock.now();
    await moveMessages(tx, ctx.orgId, [{ id: message.id, state: "cancelled", at }]);
    await settleSingleMessages(tx, { orgId: ctx.orgId, messageIds: [message.id], at });
    await record(tx, ctx, messageCancelled, {
      subject: message.id,
      data: { recipient: message.recipient },
    });
    return { messageId: message.id };
  });
}
