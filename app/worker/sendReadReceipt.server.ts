import { sendReadReceipt } from "#app/domain/messaging/conversations/sendReadReceipt.server.ts";
import { sendReadReceiptJob } from "#app/domain/messaging/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { handler } from "./handler.ts";

/** A member opened a conversation: marks the customer's messages as read at WhatsApp. */
export const sendReadReceiptHandler = handler(
  sendReadReceiptJob,
  async (services, { orgId, conversationId }) => {
    const ctx = systemContext(services, orgId, sendReadReceiptJob.name);
    try {
      await sendReadReceipt({ ctx, input: { conversationId, typing: false } });
    } catch (error) {
      // Erased since.
      if (!(error instanceof DomainError)) throw error;
    }
  },
);
