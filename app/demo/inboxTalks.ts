import type { ConversationState } from "#app/db/schema/messaging/conversations.ts";
import type { SnoozeChoice } from "#app/domain/messaging/conversations/words.ts";
import { satisfactionTexts } from "#app/domain/messaging/satisfaction/texts.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";

/** The owner: an index of the team, the demo's member first. */
export type Owner = 0 | 1 | 2 | null;

/** The content of a customer's message besides text, and whether the customer edited it a minute later. */
export type Brings = Partial<InboundMessage> & {
  editedFrom?: string;
  isTakenBack?: true;
  /** Of our catalogue message. */
  products?: { name: string; priceCents: number }[];
};

export interface Talk {
  owner: Owner;
  /** The queue: an index of the demo's teams. */
  queue?: 0 | 1;
  state: ConversationState;
  labels: string[];
  /**
   * Minutes ago, author (`in` the customer, `bot`, else an index of the team), and text, oldest first; with
   * the content of a customer's message besides text.
   */
  said: [minutesAgo: number, who: "in" | "bot" | 0 | 1 | 2, text: string, brings?: Brings][];
  note?: [minutesAgo: number, by: 0 | 1 | 2, text: string];
  /** When it was snoozed, by which member, and until which offered time. */
  snoozed?: [minutesAgo: number, by: 0 | 1 | 2, until: SnoozeChoice];
  /** When the customer was asked how satisfied they are, and their score four minutes later. */
  satisfaction?: [minutesAgo: number, score: 1 | 2 | 3 | 4 | 5];
  /** A reply for later: in how many minutes, by which member, and its text. */
  later?: [inMinutes: number, by: 0 | 1 | 2, text: string];
}

/** Conversations in every state. */
/** The text of the cart that became an order. */
export const cartBody = "🛒 Order of 2 items";

export const talks: readonly Talk[] = [
  {
    owner: null,
    queue: 0,
    state: "waiting",
    labels: ["delivery"],
    said: [
      [
        50,
        "in",
        "Habari, do you deliver to Nyeri? How much is it?",
        {
          referral: {
            source_type: "ad",
            source_id: "120226305854810726",
            source_url: "https://fb.me/duka-la-wanjiku",
            headline: "Delivery all over Kenya",
            body: "Order by WhatsApp before noon, and it leaves today.",
          },
        },
      ],
    ],
  },
  {
    owner: 1,
    queue: 1,
    state: "waiting",
    labels: ["complaint", "refund"],
    said: [
      [180, "in", "The shoes that I bought on Friday are torn already."],
      [171, 1, "Pole sana! Please send us the number of your receipt."],
      [98, "in", "", { isTakenBack: true }],
      [95, "in", "It is 4471. I want my money back.", { editedFrom: "It is 4417. I want my money back." }],
    ],
    note: [90, 1, "@Wanjiku may I refund this one? The customer buys every month."],
  },
  {
    owner: 2,
    queue: 0,
    state: "open",
    labels: ["wholesale"],
    said: [
      [240, "in", "What is your price for 50 bags of sugar?"],
      [232, 2, "KES 6,400 a bag from 20 bags on. Shall I keep 50 for you?"],
      [
        231,
        2,
        "These are our wholesale prices.",
        {
          type: "interactive",
          interactive: { type: "product_list" },
          products: [
            { name: "Sugar, 50 kg bag", priceCents: 640_000 },
            { name: "Salt, 10 kg", priceCents: 38_000 },
            { name: "Pishori rice, 5 kg", priceCents: 115_000 },
          ],
        },
      ],
      [
        230,
        "in",
        cartBody,
        {
          type: "order",
          order: {
            product_items: [
              { product_retailer_id: "sugar-50kg", quantity: 50, item_price: 6400, currency: "KES" },
              { product_retailer_id: "salt-10kg", quantity: 4, item_price: 380, currency: "KES" },
            ],
          },
        },
      ],
      [228, 2, "Asante, both are kept for you."],
    ],
  },
  {
    owner: 0,
    state: "open",
    labels: [],
    said: [
      [300, "in", "Are you open on Jamhuri Day?"],
      [294, "in", "📞 Missed call", { type: "call" }],
      [288, 0, "From nine to one. Karibu!"],
    ],
    later: [600, 0, "Good morning! We are open today until one o’clock."],
  },
  {
    owner: 0,
    state: "snoozed",
    labels: ["delivery"],
    said: [
      [400, "in", "Can you deliver the fridge to Thika tomorrow morning?"],
      [392, 0, "The truck is back tomorrow. I will write to you as soon as it is loaded."],
      [388, "in", "Sawa, nitasubiri."],
    ],
    snoozed: [386, 0, "tomorrow"],
  },
  {
    owner: 1,
    state: "snoozed",
    labels: ["wholesale"],
    said: [
      [620, "in", "When do you get the next maize flour?"],
      [611, 1, "On Monday. I will tell you the price then."],
    ],
    snoozed: [610, 1, "monday"],
  },
  {
    owner: 2,
    state: "closed",
    labels: ["delivery"],
    said: [
      [1500, "in", "My parcel has come, asante."],
      [1492, 2, "Asante to you! Karibu tena."],
      [1480, "bot", satisfactionTexts.en.question],
      [1476, "in", satisfactionTexts.en.scores[0]],
    ],
    satisfaction: [1480, 5],
  },
];
