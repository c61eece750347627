import { z } from "zod";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import {
  replyText,
  seenPrice,
  submissionKey,
  templateId,
  templateValues,
} from "#app/domain/messaging/messages/schemas.ts";
import {
  cancelScheduledMessage,
  changeScheduledMessage,
} from "#app/domain/messaging/scheduled/change.server.ts";
import { getSendLater } from "#app/domain/messaging/scheduled/queries.server.ts";
import { scheduleReply, scheduleTemplate } from "#app/domain/messaging/scheduled/schedule.server.ts";
import { scheduledMessageId, sendTime } from "#app/domain/messaging/scheduled/schemas.ts";
import { sendScheduledNow } from "#app/domain/messaging/scheduled/sendDue.server.ts";
import { query, verb } from "../endpoint.ts";

const limit = { max: 120, windowSeconds: 60 };
const place = z.object({ conversationId, scheduledMessageId });

/** Replies and templates that are sent later. */
export const scheduledMessages = {
  "GET /conversations/:conversationId/scheduled": query(
    "conversations.view",
    place.partial({ scheduledMessageId: true }),
    getSendLater,
  ),
  "POST /conversations/:conversationId/scheduled": verb(
    "conversations.send",
    z.object({ conversationId, text: replyText, at: sendTime, key: submissionKey }),
    scheduleReply,
    { creates: true, limit },
  ),
  "POST /conversations/:conversationId/scheduled/template": verb(
    "conversations.send",
    z.object({
      conversationId,
      templateId,
      variables: templateValues,
      at: sendTime,
      key: submissionKey,
      maxTotalCents: seenPrice,
    }),
    scheduleTemplate,
    { creates: true, limit },
  ),
  "PUT /conversations/:conversationId/scheduled/:scheduledMessageId": verb(
    "conversations.send",
    place.extend({ text: replyText.optional(), at: sendTime }),
    changeScheduledMessage,
  ),
  "POST /conversations/:conversationId/scheduled/:scheduledMessageId/send": verb(
    "conversations.send",
    place,
    sendScheduledNow,
    { limit },
  ),
  "DELETE /conversations/:conversationId/scheduled/:scheduledMessageId": verb(
    "conversations.send",
    place,
    cancelScheduledMessage,
  ),
};
