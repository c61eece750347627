import { z } from "zod";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import { fetchAgain } from "#app/domain/messaging/media/fetchAgain.server.ts";
import { openMedia } from "#app/domain/messaging/media/open.server.ts";
import { saveForm } from "#app/domain/messaging/media/saveForm.server.ts";
import { isShown } from "#app/domain/messaging/media/shown.ts";
import {
  cardToSend,
  choicesToSend,
  locationToSend,
  quotedMessageId,
  reactedMessageId,
  reactionEmoji,
  submissionKey,
} from "#app/domain/messaging/messages/schemas.ts";
import {
  sendCard,
  sendChoices,
  sendLocation,
  sendReaction,
} from "#app/domain/messaging/messages/sendContent.server.ts";
import { sendMedia } from "#app/domain/messaging/messages/sendMedia.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, verb } from "../endpoint.ts";
import { fileResponse, outOfRange } from "../fileResponse.ts";
import { uploadOf } from "../uploadOf.ts";

const sendLimit = { max: 120, windowSeconds: 60 };
const mediaId = idOf("media", z.string().max(64));
const addressed = { conversationId, key: submissionKey, messageId: quotedMessageId };

export const media = {
  /** A multipart form with `file`, `caption`, `key` and, for a reply to a message, `messageId`. */
  "POST /conversations/:conversationId/media": endpoint({
    act: "conversations.send",
    takesFile: true,
    limit: { max: 60, windowSeconds: 300 },
    input: z.object({ conversationId }),
    run: ({ org, input, request }) => sendMedia({ ctx: org, input: { ...input, source: uploadOf(request) } }),
  }),
  /** A form whose files `file:<name>` are stored; returns all its fields, files as ids. */
  "POST /media/form": endpoint({
    act: "conversations.send",
    takesFile: true,
    limit: { max: 120, windowSeconds: 300 },
    input: z.object({}),
    run: ({ org, request }) => saveForm({ ctx: org, input: { source: uploadOf(request) } }),
  }),
  "POST /conversations/:conversationId/location": verb(
    "conversations.send",
    locationToSend.extend(addressed),
    sendLocation,
    { limit: sendLimit },
  ),
  "POST /conversations/:conversationId/card": verb(
    "conversations.send",
    cardToSend.extend(addressed),
    sendCard,
    { limit: sendLimit },
  ),
  "POST /conversations/:conversationId/choices": verb(
    "conversations.send",
    choicesToSend.safeExtend(addressed),
    sendChoices,
    { limit: sendLimit },
  ),
  "POST /conversations/:conversationId/reaction": verb(
    "conversations.send",
    z.object({
      conversationId,
      key: submissionKey,
      messageId: reactedMessageId,
      emoji: reactionEmoji,
    }),
    sendReaction,
    { limit: sendLimit },
  ),
  /** The file itself, or its thumbnail; supports `Range`. */
  "GET /media/:mediaId": endpoint({
    act: "conversations.view",
    input: z.object({
      mediaId,
      size: z.enum(["small"]).optional(),
      as: z.enum(["caf"]).optional(),
      save: z.enum(["1"]).optional(),
    }),
    run: async ({ org, input, request }) => {
      const { size, save } = input;
      const small = size === "small";
      const range = request.headers.get("range");
      const asCaf = input.as === "caf";
      const file = await openMedia(org, { mediaId: input.mediaId, small, asCaf, range });
      if ("outOfRange" in file) return outOfRange(file.bytes);
      const shown = save === undefined && isShown(file.contentType);
      return fileResponse({ ...file, isShown: shown, length: small ? null : file.bytes });
    },
  }),
  "POST /media/:mediaId/fetch": verb("conversations.send", z.object({ mediaId }), fetchAgain, {
    limit: sendLimit,
  }),
};
