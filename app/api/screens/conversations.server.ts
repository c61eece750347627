import { z } from "zod";
import { saveDraft } from "#app/domain/messaging/conversations/drafts.server.ts";
import { markConversationRead } from "#app/domain/messaging/conversations/markRead.server.ts";
import { replyToConversation } from "#app/domain/messaging/conversations/reply.server.ts";
import {
  conversationFilters,
  conversationId,
  draftText,
  searchText,
  seenMessage,
  threadCursor,
} from "#app/domain/messaging/conversations/schemas.ts";
import { typingChannel, typistOf } from "#app/domain/messaging/conversations/typing.server.ts";
import { currentChange } from "#app/domain/messaging/inbox/changes.server.ts";
import { listConversations } from "#app/domain/messaging/inbox/list.server.ts";
import { getConversation } from "#app/domain/messaging/inbox/queries.server.ts";
import {
  phoneNumberId,
  quotedMessageId,
  replyText,
  seenPrice,
  submissionKey,
  templateId,
  templateValues,
} from "#app/domain/messaging/messages/schemas.ts";
import {
  listSendableTemplates,
  listTemplatesForContact,
} from "#app/domain/messaging/messages/sendableTemplates.server.ts";
import { sendTemplateInConversation } from "#app/domain/messaging/messages/sendTemplate.server.ts";
import { startWithTemplate } from "#app/domain/messaging/messages/startWithTemplate.server.ts";
import { requestsOfConversation } from "#app/domain/sales/requests/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { pageNumber } from "#app/platform/forms/pageNumber.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";
import { changesOf, eventStream, type Signals } from "../events.server.ts";

/** Of one contact, over all conversations. */
const sendLimit = { max: 120, windowSeconds: 60 };
const contactId = idOf("contact", z.string().max(60));
const templateToSend = z.object({
  templateId,
  variables: templateValues,
  key: submissionKey,
  maxTotalCents: seenPrice,
});

/** Colleagues who type in the open conversation. */
const typingIn = (org: OrgContext, conversationId: string): Signals => ({
  channel: typingChannel,
  eventOf(payload) {
    const name = typistOf(org, conversationId, payload);
    return name === null ? null : { event: "typing", data: JSON.stringify(name) };
  },
});

/** The mark of the inbox, with that of the open conversation's requests for money. */
async function markOf(org: OrgContext, { conversationId }: { conversationId?: string | undefined }) {
  if (conversationId === undefined) return currentChange(org, {});
  const [change, { mark }] = await Promise.all([
    currentChange(org, { conversationId }),
    requestsOfConversation(org, conversationId),
  ]);
  return { ...change, mark: `${change.mark}.${mark}` };
}

export const conversations = {
  "GET /conversations": query(
    "conversations.view",
    conversationFilters.extend({
      q: searchText,
      page: pageNumber,
      mark: z.enum(["on", "off"]).default("on"),
    }),
    listConversations,
  ),
  /**
   * Server-sent events: `changed`, and `typing` with a colleague's first name. `since` is the `change` of the response
   * that the screen shows.
   */
  "GET /conversations/events": endpoint({
    act: "conversations.view",
    input: z.object({ conversationId: conversationId.optional(), since: z.string().max(64).optional() }),
    run: async ({ ctx, org, input, request }) => {
      const mark = () => markOf(org, input);
      await mark();
      const kinds = ["conversations", "messages", "payments"] as const;
      const signals = input.conversationId === undefined ? undefined : typingIn(org, input.conversationId);
      return eventStream(ctx, request, changesOf(request, { kinds, since: input.since, mark, signals }));
    },
  }),
  "GET /conversations/:conversationId": endpoint({
    act: "conversations.view",
    input: z.object({ conversationId, before: threadCursor }),
    run: async ({ org, input }) => {
      const [thread, { requests, mark }] = await Promise.all([
        getConversation(org, input),
        requestsOfConversation(org, input.conversationId),
      ]);
      return {
        ...thread,
        requests,
        isNewest: input.before === undefined,
        change: `${thread.change}.${mark}`,
      };
    },
  }),
  "POST /conversations/:conversationId/messages": verb(
    "conversations.work",
    z.object({
      conversationId,
      text: replyText,
      key: submissionKey,
      seen: seenMessage,
      messageId: quotedMessageId,
    }),
    replyToConversation,
    { limit: sendLimit },
  ),
  "POST /conversations/:conversationId/draft": verb(
    "conversations.send",
    z.object({ conversationId, text: draftText }),
    saveDraft,
    { limit: { max: 600, windowSeconds: 60 } },
  ),
  "GET /conversations/:conversationId/templates": query(
    "conversations.view",
    z.object({ conversationId }),
    listSendableTemplates,
  ),
  "POST /conversations/:conversationId/template": verb(
    "conversations.send",
    templateToSend.extend({ conversationId }),
    sendTemplateInConversation,
    { limit: sendLimit },
  ),
  /** Messaging a contact who has not written: the available templates, and their price. */
  "GET /contacts/:contactId/templates": query(
    "contacts.view",
    z.object({ contactId, phoneNumberId: phoneNumberId.optional() }),
    listTemplatesForContact,
  ),
  "POST /contacts/:contactId/template": verb(
    "conversations.send",
    templateToSend.extend({ contactId, phoneNumberId }),
    startWithTemplate,
    { limit: sendLimit },
  ),
  "POST /conversations/:conversationId/read": verb(
    "conversations.send",
    z.object({ conversationId }),
    markConversationRead,
  ),
};
