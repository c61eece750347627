import { and, eq } from "drizzle-orm";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { satisfactionRequests } from "#app/db/schema/messaging/satisfaction.ts";
import type { TemplateComponent, templates } from "#app/db/schema/whatsapp/templates.ts";
import { changeState } from "#app/domain/messaging/conversations/changeState.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats } from "./chats.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** The other settings of an inbox. */
export const plainSettings = { workingWeek: null, autoAssign: false, awayMessage: "" };

/** A tap on a row of the question. */
export const tapOf = (requestId: string, score: number, context: string) => ({
  type: "interactive",
  context: { id: context },
  interactive: {
    type: "list_reply",
    list_reply: { id: `satisfaction:${requestId}:${score}`, title: `${score}` },
  },
});

/** A tap on a button of a template. */
export const buttonOf = (text: string, context: string) => ({
  type: "button",
  button: { text, payload: text },
  context: { id: context },
});

/** A shop with a customer. */
export interface AskingShop {
  org: TestOrg;
  accountId: string;
  phoneNumberId: string;
  contactId: string;
  conversationId: string;
}

/** Shops that ask how satisfied their customers are, on a test platform. */
export function createSatisfaction(platform: TestPlatform) {
  const chats = createChats(platform);
  const inOrg = <T>(
    { org }: Pick<AskingShop, "org">,
    work: Parameters<typeof platform.services.db.withOrg<T>>[1],
  ) => platform.services.db.withOrg(org.orgId, work);

  const save = ({ org }: Pick<AskingShop, "org">, values: object = {}) =>
    platform.call("PUT /inbox/settings", { ...plainSettings, asksSatisfaction: true, ...values }, org);

  /** A shop that asks, and whose customer wrote a minute ago. */
  async function shop(options: Parameters<typeof chats.shopWithCustomer>[0] = {}) {
    const made = await chats.shopWithCustomer(options);
    await save(made);
    return made;
  }

  /** By the member, without a session, which does not last for days. */
  const move = ({ org, conversationId }: AskingShop, state: "closed" | "open" | "waiting") =>
    changeState({ ctx: org.ctx, input: { conversationId, state } });

  /** A member closes the conversation, and the worker asks. */
  async function close(shopped: AskingShop) {
    await move(shopped, "closed");
    await platform.runJobs();
  }

  const requests = (shopped: Pick<AskingShop, "org">) =>
    inOrg(shopped, (tx) =>
      tx
        .select()
        .from(satisfactionRequests)
        .where(eq(satisfactionRequests.orgId, shopped.org.orgId))
        .orderBy(satisfactionRequests.id),
    );

  const questions = async ({ org }: Pick<AskingShop, "org">) =>
    (await chats.outgoing(org)).filter(({ type }) => type === "interactive" || type === "template");

  const conversation = async (shopped: AskingShop) => {
    const [row] = await inOrg(shopped, (tx) =>
      tx
        .select()
        .from(conversations)
        .where(and(eq(conversations.orgId, shopped.org.orgId), eq(conversations.id, shopped.conversationId))),
    );
    return row!;
  };

  /** Meta accepts the question, and returns its id. */
  async function accept(shopped: AskingShop): Promise<string> {
    const question = (await questions(shopped)).at(-1)!;
    const wamid = `wamid.${question.id}`;
    await inOrg(shopped, (tx) =>
      tx.update(messages).set({ wamid, state: "delivered" }).where(eq(messages.id, question.id)),
    );
    return wamid;
  }

  const receive = ({ org, phoneNumberId }: AskingShop, message: object, from = "254712345678") =>
    platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, org.orgId, phoneNumberId, {
        messages: [
          {
            from,
            id: `wamid.${newId("msg")}`,
            timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
            ...message,
          },
        ],
      }),
    );

  /** A template with a button for each score. */
  function addScoreTemplate(
    { org, accountId }: AskingShop,
    values: Partial<typeof templates.$inferInsert> = {},
  ): Promise<string> {
    const buttons = ["5 Great", "4", "3", "2", "1 Bad"].map((text) => ({
      type: "QUICK_REPLY" as const,
      text,
    }));
    const components: TemplateComponent[] = [
      { type: "BODY", text: "How was our help?" },
      { type: "BUTTONS", buttons },
    ];
    return chats.addTemplate(org, accountId, { name: "satisfaction", components, ...values });
  }

  /** A customer who was asked. */
  async function askedShop() {
    const shopped = await shop();
    await close(shopped);
    const [request] = await requests(shopped);
    return { shopped, requestId: request!.id, wamid: await accept(shopped) };
  }

  return {
    ...{ shop, save, move, close, requests, questions, conversation },
    accept,
    receive,
    addScoreTemplate,
    askedShop,
  };
}
