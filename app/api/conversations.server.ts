import { z } from "zod";
import { currentChange } from "#app/domain/conversations/changes.server.ts";
import { markConversationRead } from "#app/domain/conversations/markRead.server.ts";
import { getConversation, listConversations } from "#app/domain/conversations/queries.server.ts";
import { replyToConversation } from "#app/domain/conversations/reply.server.ts";
import {
  conversationId,
  pageNumber,
  phoneNumberId,
  replyText,
  searchText,
  seenPrice,
  submissionKey,
  templateId,
  templateValues,
  threadCursor,
} from "#app/domain/conversations/schemas.ts";
import {
  listSendableTemplates,
  listTemplatesForContact,
} from "#app/domain/conversations/sendableTemplates.server.ts";
import { sendTemplateInConversation } from "#app/domain/conversations/sendTemplate.server.ts";
import { startWithTemplate } from "#app/domain/conversations/startWithTemplate.server.ts";
import { changeEvents } from "./changeEvents.server.ts";
import { orgContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { eventStream } from "./eventStream.server.ts";

/** Of one person, over all conversations. */
const sendLimit = { max: 120, windowSeconds: 60 };
const contactId = z.string().max(60);
const templateToSend = z.object({
  templateId,
  variables: templateValues,
  key: submissionKey,
  maxTotalCents: seenPrice,
});

export const conversations = {
  "GET /conversations": endpoint({
    who: "member",
    input: z.object({ q: searchText, page: pageNumber }),
    run: ({ ctx, input }) => listConversations(orgContext(ctx), input),
  }),
  /** Server-sent events; `since` is the `change` of the answer that the screen shows. Stands before `:conversationId`. */
  "GET /conversations/events": endpoint({
    who: "member",
    input: z.object({ conversationId: conversationId.optional(), since: z.string().max(64).optional() }),
    run: async ({ ctx, input, request }) => {
      const mark = () => currentChange(orgContext(ctx), input);
      await mark();
      return eventStream(ctx, request, () => changeEvents(request, { since: input.since, mark }));
    },
  }),
  "GET /conversations/:conversationId": endpoint({
    who: "member",
    input: z.object({ conversationId, before: threadCursor }),
    run: ({ ctx, input }) => getConversation(orgContext(ctx), input),
  }),
  "POST /conversations/:conversationId/messages": endpoint({
    who: "member",
    limit: sendLimit,
    input: z.object({ conversationId, text: replyText, key: submissionKey }),
    run: ({ ctx, input }) => replyToConversation({ ctx: orgContext(ctx), input }),
  }),
  "GET /conversations/:conversationId/templates": endpoint({
    who: "member",
    input: z.object({ conversationId }),
    run: ({ ctx, input }) => listSendableTemplates(orgContext(ctx), input),
  }),
  "POST /conversations/:conversationId/template": endpoint({
    who: "member",
    limit: sendLimit,
    input: templateToSend.extend({ conversationId }),
    run: ({ ctx, input }) => sendTemplateInConversation({ ctx: orgContext(ctx), input }),
  }),
  /** Writing to a contact who has not written: which templates can go, and what one costs. */
  "GET /contacts/:contactId/templates": endpoint({
    who: "member",
    input: z.object({ contactId, phoneNumberId: phoneNumberId.optional() }),
    run: ({ ctx, input }) => listTemplatesForContact(orgContext(ctx), input),
  }),
  "POST /contacts/:contactId/template": endpoint({
    who: "member",
    limit: sendLimit,
    input: templateToSend.extend({ contactId, phoneNumberId }),
    run: ({ ctx, input }) => startWithTemplate({ ctx: orgContext(ctx), input }),
  }),
  "POST /conversations/:conversationId/read": endpoint({
    who: "member",
    input: z.object({ conversationId, before: threadCursor }),
    run: ({ ctx, input }) => markConversationRead({ ctx: orgContext(ctx), input }),
  }),
};
