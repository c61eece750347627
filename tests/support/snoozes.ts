import { and, eq } from "drizzle-orm";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { returnSnoozedConversations } from "#app/domain/messaging/conversations/returnSnoozed.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, hours } from "./chats.ts";
import { entriesOf } from "./entries.ts";
import { joinOrganisation } from "./members.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

export interface SnoozeShop {
  org: TestOrg;
  conversationId: string;
  contactId: string;
  phoneNumberId: string;
  /** Since when the customer waits. */
  since: Date;
  colleague: Awaited<ReturnType<typeof joinOrganisation>>;
}

/** A shop with a waiting customer, and what a test does and reads of snoozes. */
export function createSnoozes(platform: TestPlatform) {
  const chats = createChats(platform);
  const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);
  const later = (ms: number) => new Date(platform.clock.now().getTime() + ms);
  /** The value of a form, by Nairobi's clocks. */
  const inForm = (at: Date) => new Date(at.getTime() + hours(3)).toISOString().slice(0, 16);

  const set = (org: TestOrg, conversationId: string, values: Partial<typeof conversations.$inferInsert>) =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(conversations)
        .set(values)
        .where(and(eq(conversations.orgId, org.orgId), eq(conversations.id, conversationId))),
    );

  /** A shop whose customer waits since an hour, and a colleague of its owner. */
  async function shop() {
    const made = await chats.shopWithCustomer({ wroteMsAgo: hours(1), unread: 1 });
    const since = later(-hours(1));
    await set(made.org, made.conversationId, { state: "waiting", waitingSince: since });
    return { ...made, since, colleague: await joinOrganisation(platform, made.org, "agent") };
  }

  const snooze = ({ org, conversationId }: SnoozeShop, until: Date | string, as: { cookie: string } = org) =>
    call(
      "PUT /conversations/:conversationId/snooze",
      { conversationId, until: typeof until === "string" ? until : inForm(until) },
      as,
    );
  const unsnooze = ({ org, conversationId }: SnoozeShop) =>
    call("DELETE /conversations/:conversationId/snooze", { conversationId }, org);
  const open = ({ org, conversationId }: SnoozeShop, as: { cookie: string } = org) =>
    call("GET /conversations/:conversationId", { conversationId }, as);
  const returnDue = () => returnSnoozedConversations(platform.services);
  /** How often snoozes of this shop have ended. */
  const ends = async (shopped: SnoozeShop) =>
    (await history(shopped)).filter((line) => line.startsWith("Snooze ended")).length;
  /** The customers in a member's notifications of returned conversations. */
  const notifiedOf = async (as: { cookie: string }) =>
    (await call("GET /notifications", {}, as)).notifications
      .filter(({ title }) => title === "A snoozed conversation is back")
      .map(({ body }) => body);
  const listed = async (org: TestOrg, queue: "waiting" | "mine" | "unassigned" | "all" | "snoozed") =>
    (await call("GET /conversations", { queue }, org)).conversations.map(({ id }) => id);
  const history = async ({ org }: SnoozeShop) =>
    (await entriesOf(platform, org.orgId)).map(({ action, details }) => `${action}: ${details}`);

  const writes = ({ org, phoneNumberId }: SnoozeShop, from = "254712345678") =>
    platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, org.orgId, phoneNumberId, {
        messages: [
          {
            ...{ from, id: `wamid.${newId("msg")}`, type: "text", text: { body: "Are you there?" } },
            timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
          },
        ],
      }),
    );

  return {
    ...{ chats, call, later, inForm, set, shop, snooze, unsnooze, open },
    ...{ returnDue, ends, notifiedOf, listed, history, writes },
  };
}
