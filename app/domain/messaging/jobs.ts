import { z } from "zod";
import { job } from "#app/platform/jobs.ts";
import { smsReport } from "./smsNotices.ts";

/** Writes the recipients of a started campaign. */
export const prepareCampaignJob = job({
  name: "prepare-campaign",
  isLong: true,
  payload: z.object({ orgId: z.string(), campaignId: z.string() }),
});

/** Resumes campaigns of a number that wait for the messaging limit, as far as there is capacity. */
export const makeRoomJob = job({
  name: "make-room",
  payload: z.object({ orgId: z.string(), phoneNumberId: z.string() }),
});

/** Cancels the messages of a cancelled campaign beyond the request's limit. */
export const cancelRestJob = job({
  name: "cancel-rest",
  payload: z.object({ orgId: z.string(), campaignId: z.string() }),
});

/** Assigns waiting unassigned conversations to members on duty. */
export const giveWaitingJob = job({
  name: "give-waiting",
  payload: z.object({ orgId: z.string() }),
});

/** Sends the away message to a customer who wrote outside working hours. */
export const sendAwayMessageJob = job({
  name: "send-away-message",
  payload: z.object({ orgId: z.string(), conversationId: z.string() }),
});

/** Asks customers how satisfied they are after their conversations were closed together. */
export const askSatisfactionJob = job({
  name: "ask-satisfaction",
  payload: z.object({
    orgId: z.string(),
    closedBy: z.string().nullable(),
    closings: z.array(z.object({ conversationId: z.string(), closingId: z.string() })),
  }),
});

/** Applies a delivery report of an SMS; stored as a job before it is acknowledged. */
export const applySmsReportJob = job({
  name: "apply-sms-report",
  payload: z.object({ report: smsReport, attempt: z.number().int() }),
  concurrency: 4,
});

/** Ends all messages to a person who sent STOP by SMS. `owner`: the organisation or `platform`. */
export const stopBySmsJob = job({
  name: "stop-by-sms",
  payload: z.object({ owner: z.string(), phone: z.string() }),
});

/** Marks messages as read at WhatsApp after a member opened the conversation. */
export const sendReadReceiptJob = job({
  name: "send-read-receipt",
  payload: z.object({ orgId: z.string(), conversationId: z.string() }),
});

/** Fetches a customer's file. The last try sets its final state, so it is not left to the queue. */
export const fetchMediaJob = job({
  name: "fetch-media",
  payload: z.object({ orgId: z.string(), mediaId: z.string() }),
  retryLimit: 11,
  concurrency: 4,
});

/** Uploads a message's file to Meta; the message is sent once Meta has it. */
export const uploadMediaJob = job({
  name: "upload-media",
  payload: z.object({ orgId: z.string(), mediaId: z.string() }),
  retryLimit: 11,
  concurrency: 4,
});

/** Deletes files whose message is gone. */
export const sweepMediaJob = job({
  name: "sweep-media",
  payload: z.object({}),
  every: "17 * * * *",
});
