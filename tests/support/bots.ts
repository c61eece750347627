import { and, desc, eq } from "drizzle-orm";
import { type botConversations, botTurns } from "#app/db/schema/bots/bots.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { customerWroteJob } from "#app/domain/bots/jobs.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats } from "./chats.ts";
import type { TestPlatform } from "./platform.ts";

/** The entries of the bot of a shop in Nairobi. */
export const shopEntries = [
  {
    questionEn: "What are your opening hours?",
    phrasesEn: "When do you open?\nAre you open on Sunday?",
    answerEn: "We are open Monday to Saturday from 8 am to 7 pm.",
    questionSw: "Mnafungua saa ngapi?",
    phrasesSw: "Duka linafunguliwa lini?",
    answerSw: "Tunafungua Jumatatu hadi Jumamosi, saa mbili asubuhi hadi saa moja jioni.",
    questionFr: "Quels sont vos horaires d'ouverture ?",
    phrasesFr: "À quelle heure ouvrez-vous ?",
    answerFr: "Nous sommes ouverts du lundi au samedi, de 8 h à 19 h.",
  },
  {
    questionEn: "Do you deliver to Nakuru?",
    phrasesEn: "How much is delivery?\nWhat does shipping cost?",
    answerEn: "We deliver all over Kenya. Delivery to Nakuru costs KES 350.",
    questionSw: "Mnapeleka mizigo Nakuru?",
    phrasesSw: "Delivery ni pesa ngapi?",
    answerSw: "Tunapeleka kote Kenya. Nakuru ni KES 350.",
  },
  {
    questionEn: "Can I return a product?",
    phrasesEn: "What is your return policy?",
    answerEn: "You can return unused goods within 14 days.",
  },
] as const;

const about = "Duka Letu sells household goods in Nairobi.";

/** How a message is written: a list row, or content as Meta sends it, by someone else. */
interface Writing {
  listRow?: string;
  type?: string;
  content?: Record<string, unknown>;
  phone?: string;
}

/** Shops whose customers get replies from a bot, on a test platform. */
export function createBots(platform: TestPlatform) {
  const chats = createChats(platform);

  /** A shop with a live bot and a customer. */
  async function shopWithBot(fields: Record<string, unknown> = {}) {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: 2 * 3_600_000 });
    const { botId } = await platform.call(
      "POST /bots",
      { name: "Duka bot", about, openingHours: "Mon–Sat 8–19", ...fields },
      shop.org,
    );
    const entryIds: string[] = [];
    for (const entry of shopEntries)
      entryIds.push(
        (await platform.call("POST /bots/:botId/entries", { botId, ...entry }, shop.org)).entryId,
      );
    await platform.call("POST /bots/:botId/publish", { botId }, shop.org);
    await platform.runJobs();
    platform.clock.advance(2000);
    /** The customer writes, and sends nothing more for a second. */
    const write = async (text: string, options: Writing = {}) => {
      await receive(text, options);
      platform.clock.advance(4000);
      await platform.runJobs();
    };
    const receive = async (text: string, options: Writing = {}) => {
      const at = platform.clock.now();
      const content = options.listRow
        ? {
            type: "interactive",
            interactive: { type: "list_reply", list_reply: { id: options.listRow, title: text } },
          }
        : (options.content ?? { type: options.type ?? "text", text: { body: text } });
      await platform.services.db.withSystem(async (tx) => {
        const { waiting: writtenIn } = await applyInbound(
          tx,
          platform.services,
          shop.org.orgId,
          shop.phoneNumberId,
          {
            contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: options.phone ?? "254712345678" }],
            messages: [
              {
                from: options.phone ?? "254712345678",
                id: newId("evt"),
                timestamp: String(at.getTime()),
                ...content,
              },
            ],
          },
        );
        for (const conversationId of writtenIn)
          await platform.services.jobs.enqueue(customerWroteJob, { orgId: shop.org.orgId, conversationId });
      });
    };
    const ours = (table: typeof botTurns | typeof botConversations) => eq(table.orgId, shop.org.orgId);
    /** The bot's last action. */
    const lastTurn = async () => {
      const [turn] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
        tx
          .select()
          .from(botTurns)
          .where(ours(botTurns))
          .orderBy(desc(botTurns.createdAt), desc(botTurns.id))
          .limit(1),
      );
      return turn;
    };
    const turns = () =>
      platform.services.db.withOrg(shop.org.orgId, (tx) =>
        tx.select().from(botTurns).where(ours(botTurns)).orderBy(botTurns.createdAt, botTurns.id),
      );
    /** The sent messages, oldest first. */
    const sent = () =>
      platform.services.db.withOrg(shop.org.orgId, (tx) =>
        tx
          .select()
          .from(messages)
          .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.direction, "out")))
          .orderBy(messages.createdAt, messages.id),
      );
    return { ...shop, botId, entryIds, write, receive, lastTurn, turns, sent };
  }

  return { ...chats, shopWithBot };
}
