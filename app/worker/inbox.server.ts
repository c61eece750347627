import { z } from "zod";
import { isAnsweredByBot } from "#app/domain/bots/conversations/isAnswered.server.ts";
import { closeAnsweredConversations } from "#app/domain/messaging/conversations/closeAnswered.server.ts";
import { returnSnoozedConversations } from "#app/domain/messaging/conversations/returnSnoozed.server.ts";
import { watchInboxes } from "#app/domain/messaging/inbox/alarm.server.ts";
import { assignWaiting } from "#app/domain/messaging/inbox/assignWaiting.server.ts";
import { sendAwayMessage } from "#app/domain/messaging/inbox/away.server.ts";
import { askSatisfactionJob, giveWaitingJob, sendAwayMessageJob } from "#app/domain/messaging/jobs.ts";
import { askSatisfaction } from "#app/domain/messaging/satisfaction/ask.server.ts";
import { sendDueMessages } from "#app/domain/messaging/scheduled/sendDue.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const giveWaitingHandler = handler(giveWaitingJob, (services, { orgId }) =>
  assignWaiting({ ctx: systemContext(services, orgId, giveWaitingJob.name) }),
);

/** An active bot announces the opening hours itself on a handover. */
export const sendAwayMessageHandler = handler(
  sendAwayMessageJob,
  async (services, { orgId, conversationId }) => {
    const ctx = systemContext(services, orgId, sendAwayMessageJob.name);
    if (await isAnsweredByBot({ ctx, input: { conversationId } })) return { sent: false };
    return sendAwayMessage({ ctx, input: { conversationId } });
  },
);

export const askSatisfactionHandler = handler(
  askSatisfactionJob,
  async (services, { orgId, closedBy, closings }) => {
    const ctx = systemContext(services, orgId, askSatisfactionJob.name);
    for (const closing of closings) await askSatisfaction({ ctx, input: { closedBy, ...closing } });
  },
);

/** Every hour: closes expired answered conversations. */
export const closeAnsweredHandler = handler(
  job({ name: "close-answered", payload: z.object({}), every: "23 * * * *" }),
  (services) => closeAnsweredConversations(services),
);

/** Every minute: returns the snoozed conversations whose time has come. Snoozes end on a full minute. */
export const returnSnoozedHandler = handler(
  job({ name: "return-snoozed", payload: z.object({}), every: "* * * * *" }),
  (services) => returnSnoozedConversations(services),
);

/** Every minute: sends the scheduled messages whose time has come. */
export const sendScheduledHandler = handler(
  job({ name: "send-scheduled", payload: z.object({}), every: "* * * * *" }),
  (services) => sendDueMessages(services),
);

/** Every minute: customers waiting too long, and unassigned ones while there is capacity. */
export const watchInboxesHandler = handler(
  job({ name: "watch-inboxes", payload: z.object({}), every: "* * * * *" }),
  (services) => watchInboxes(services),
);
