import { eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { runDueTasks } from "#app/worker/eventTasks.server.ts";
import { hookClientOf } from "#app/worker/webhookDeliveries.server.ts";
import { createChats } from "./chats.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";
import { fillWallet } from "./sending.ts";
import { setUp } from "./setUp.ts";

/** Shops with rules, on a test platform. */
export function createRules(platform: TestPlatform) {
  const hooks = setUp(
    async () => hookClientOf(platform.services),
    (client) => client.close(),
  );
  const chats = createChats(platform);

  async function settle() {
    while ((await runDueTasks(platform.services, hooks)) > 0);
  }

  type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;

  async function write(shop: Shop, text: string) {
    const at = platform.clock.now();
    await platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, shop.org.orgId, shop.phoneNumberId, {
        contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: "254712345678" }],
        messages: [
          {
            from: "254712345678",
            id: newId("evt"),
            timestamp: String(Math.floor(at.getTime() / 1000)),
            type: "text",
            text: { body: text },
          },
        ],
      } as never),
    );
  }

  async function addRule(org: TestOrg, fields: Record<string, string>) {
    const form = { name: "A rule", event: "message.received" as const, ...fields };
    const { ruleId } = await platform.call("POST /rules", form as never, org);
    await platform.call("POST /rules/:ruleId/switch", { ruleId, isOn: true }, org);
    return ruleId;
  }

  const logOf = async (org: TestOrg, ruleId: string) =>
    (await platform.call("GET /rules/:ruleId/log", { ruleId }, org)).runs;

  const tagsOf = async ({ org, contactId }: Shop) =>
    (
      await platform.services.db.withOrg(org.orgId, (tx) =>
        tx.select({ tags: contacts.tags }).from(contacts).where(eq(contacts.id, contactId)),
      )
    )[0]!.tags;

  /** A connected number and money, so that templates are sent. */
  async function letSend({ org }: Shop) {
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(phoneNumbers).set({ status: "CONNECTED" }).where(eq(phoneNumbers.orgId, org.orgId)),
    );
    await fillWallet(platform, org, 100);
  }

  return { chats, hooks, settle, write, addRule, logOf, tagsOf, letSend };
}
