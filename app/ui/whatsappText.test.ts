import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { MessagePreview } from "#app/routes/campaigns/messagePreview.tsx";
import { ConversationList } from "#app/routes/chat/conversationList.tsx";
import { readFilters } from "#app/routes/chat/filters.ts";
import { Thread } from "#app/routes/chat/thread.tsx";
import { PhoneMessage } from "#app/routes/handset/handset.tsx";
import { MessageBubble } from "#app/routes/templates/messageBubble.tsx";
import { WhatsappText } from "./whatsappText.tsx";

const drawn = (text: string) => renderToStaticMarkup(createElement(WhatsappText, { text }));

describe("the text of a message", () => {
  it("is bold, italic and struck through as in WhatsApp", () => {
    expect(drawn("*Sale* on _Friday_, ~KES 200~ free")).toBe(
      "<strong>Sale</strong> on <em>Friday</em>, <s>KES 200</s> free",
    );
  });

  it("may be marked within a marked part, and around a variable", () => {
    expect(drawn("*_Sale_ today* for order_no 7: *{{first_name}}*")).toBe(
      "<strong><em>Sale</em> today</strong> for order_no 7: <strong>{{first_name}}</strong>",
    );
  });

  it("keeps marks inside a word or around spaces", () => {
    for (const text of ["{{first_name}} and order_no_7", "2 * 3 * 4", "*open", "* no *"])
      expect(drawn(text)).toBe(text);
  });

  it("never becomes markup", () => {
    expect(drawn("*<b>*")).toBe("<strong>&lt;b&gt;</strong>");
  });

  const rendered = { header: null, body: "*Ready*", footer: null, buttons: [] };
  const at = "2026-03-02T09:00:00.000Z";
  it.each([
    ["a template", createElement(MessageBubble, { rendered })],
    ["a campaign", createElement(MessagePreview, { preview: { message: rendered, contact: "Amina" } })],
    [
      "the handset",
      createElement(PhoneMessage, {
        business: "1",
        message: { ...rendered, direction: "outbound", status: "read", at } as never,
      }),
    ],
    [
      "a chat",
      createElement(Thread, {
        entries: [
          {
            ...{
              kind: "message",
              id: "msg_1",
              sender: "user",
              content: "*Ready*",
              timestamp: at,
              status: "read",
              buttons: [],
            },
            ...{ caption: null, cards: [], choices: [], reactions: [], earlierTexts: [], answers: [] },
          },
        ] as never,
        name: "Asha",
        earlierHref: null,
        seen: null,
        newestHref: null,
        conversationId: "cnv_1",
        canAnswer: false,
      }),
    ],
    [
      "the list of chats",
      createElement(ConversationList, {
        list: {
          conversations: [
            {
              id: "cnv_1",
              name: "Asha",
              phone: null,
              lastMessage: "*Ready*",
              excerpt: null,
              timestamp: at,
              unread: 0,
              marks: [],
            },
          ],
          queues: [],
          filterWords: { states: [] },
          places: { late: 0, links: [] },
          found: null,
          page: 1,
          pages: 1,
        } as never,
        filters: readFilters(new URLSearchParams()),
        choices: { labels: [], numbers: [], teams: [], team: [] },
        openId: undefined,
      }),
    ],
  ])("is rendered like this in %s", (_place, piece) => {
    const router = createMemoryRouter([{ path: "/", element: piece }]);
    expect(renderToStaticMarkup(createElement(RouterProvider, { router }))).toContain(
      "<strong>Ready</strong>",
    );
  });
});
