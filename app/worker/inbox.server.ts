import { z } from "zod";
import { isAnsweredByBot } from "#app/domain/bots/conversations/isAnswered.server.ts";
import { closeAnsweredConversations } from "#app/domain/messaging/conversations/closeAnswered.server.ts";
import { watchInboxes } from "#app/domain/messaging/inbox/alarm.server.ts";
import { sendAwayMessage } from "#app/domain/messaging/inbox/away.server.ts";
import { giveWaiting } from "#app/domain/messaging/inbox/give.server.ts";
import { giveWaitingJob, sendAwayMessageJob } from "#app/domain/messaging/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const giveWaitingHandler = handler(giveWaitingJob, (services, { orgId }) =>
  giveWaiting({ ctx: systemContext(services, orgId, giveWaitingJob.name) }),
);

/** A bot that answers tells the opening hours itself when a person takes over. */
export const sendAwayMessageHandler = handler(
  sendAwayMessageJob,
  async (services, { orgId, conversationId }) => {
    const ctx = systemContext(services, orgId, sendAwayMessageJob.name);
    if (await isAnsweredByBot({ ctx, input: { conversationId } })) return { sent: false };
    return sendAwayMessage({ ctx, input: { conversationId } });
  },
);

/** Every hour: answered conversations that are at their end. */
export const closeAnsweredHandler = handler(
  job({ name: "close-answered", payload: z.object({}), every: "23 * * * *" }),
  (services) => closeAnsweredConversations(services),
);

/** Every minute: who waits too long, and who waits while there is room. */
export const watchInboxesHandler = handler(
  job({ name: "watch-inboxes", payload: z.object({}), every: "* * * * *" }),
  (services) => watchInboxes(services),
);
