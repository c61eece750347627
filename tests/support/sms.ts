import { and, eq } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { connectSms } from "#app/domain/messaging/sms/settings.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { smsHookUrls } from "#app/platform/secrets/smsHook.ts";
import { sendDueSms } from "#app/worker/sendSms.server.ts";
import { startSmsSimulator } from "#simulators/sms/server.ts";
import { newKey } from "./chats.ts";
import { createTestPlatform, type TestOrg } from "./platform.ts";
import { startReachable } from "./reachable.ts";
import { addContacts, connectWhatsapp, createPrepaidOrg } from "./sending.ts";
import { setUp } from "./setUp.ts";

/** A platform and an SMS service that can reach each other. */
export async function createSmsPlatform() {
  const reachable = await startReachable();
  const service = await startSmsSimulator({ port: 0, deliveryMs: 0 });
  const platform = await createTestPlatform({ smsUrl: service.url, env: { PORT: String(reachable.port) } });
  reachable.serve(platform.api.fetch);
  const { simulator } = service;
  const { config } = platform.services;
  simulator.callbacks.set("platform", smsHookUrls(config, "platform", true));

  /** A prepaid shop with SMS and a template whose SMS waits 10 seconds. A message costs KES 2, an SMS part KES 1.50. */
  async function newShop({ kes = 10, text = "Your order is ready.", maxKes = 5, account = {} } = {}) {
    const org = await createPrepaidOrg(platform, kes);
    const sender = await connectWhatsapp(platform, org);
    const input = { account: "platform" as const, username: "", apiKey: "", senderName: "", ...account };
    await connectSms({ ctx: org.ctx, input });
    const sms = { templateId: sender.templateId, text, waitSeconds: 10 as const, maxKes };
    await platform.call("PUT /templates/:templateId/sms", sms, org);
    const [contactId] = await addContacts(platform, org, 1);
    const inOrg = platform.services.db.withOrg;
    let conversationId = "";
    return {
      org,
      ...sender,
      contactId: contactId!,
      async send() {
        const { phoneNumberId, templateId } = sender;
        const form = { contactId: contactId!, phoneNumberId, templateId, variables: {} };
        const sent = await platform.call(
          "POST /contacts/:contactId/template",
          { ...form, key: newKey(), maxTotalCents: 200 },
          org,
        );
        conversationId = sent.conversationId;
        return sent.messageId;
      },
      /** The messages of the chat, as members see them. */
      thread: async () =>
        (await platform.call("GET /conversations/:conversationId", { conversationId }, org)).messages,
      /** Meta's report on a message. */
      report: (messageId: string, status: string, code = 131026) =>
        platform.services.db.withSystem((tx) =>
          applyStatuses(tx, platform.services, org.orgId, [
            {
              id: `wamid.${messageId}`,
              status,
              timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
              biz_opaque_callback_data: messageId,
              ...(status === "failed" ? { errors: [{ code, title: "Message undeliverable" }] } : {}),
            },
          ]),
        ),
      sms: async (messageId: string) =>
        (
          await inOrg(org.orgId, (tx) =>
            tx
              .select()
              .from(smsMessages)
              .where(and(eq(smsMessages.orgId, org.orgId), eq(smsMessages.messageId, messageId))),
          )
        )[0]!,
      message: async (messageId: string) =>
        (
          await inOrg(org.orgId, (tx) =>
            tx
              .select()
              .from(messages)
              .where(and(eq(messages.orgId, org.orgId), eq(messages.id, messageId))),
          )
        )[0]!,
      async money() {
        const { balanceCents, heldCents } = await platform.call("GET /wallet", {}, org);
        return { wallet: balanceCents, held: heldCents };
      },
      changeTemplate: (change: Partial<typeof templates.$inferInsert>) =>
        inOrg(org.orgId, (tx) => tx.update(templates).set(change).where(eq(templates.id, sender.templateId))),
    };
  }

  /** A message that WhatsApp accepted and whose wait is over. */
  async function overdue(options: Parameters<typeof newShop>[0] = {}) {
    simulator.reset();
    const shop = await newShop(options);
    const messageId = await shop.send();
    await shop.report(messageId, "sent");
    platform.clock.advance(11_000);
    return { shop, messageId };
  }

  return {
    ...platform,
    simulator,
    newShop,
    overdue,
    /** Sends what is due and applies the reports. Returns the number of calls. */
    async sendDue() {
      const sent = await sendDueSms(platform.services);
      await simulator.settled();
      await platform.runJobs();
      return sent;
    },
    fault: (kind: (typeof simulator.faults)[number]["kind"], more = {}) =>
      simulator.faults.push({ kind, count: 1, code: 500, ...more }),
    textsTo: (phone: string) => [...simulator.sent.values()].filter(({ to }) => to === phone),
    hooksOf: (org: TestOrg | "platform") => smsHookUrls(config, org === "platform" ? org : org.orgId, true),
    broken: async () => (await verifyLedger(platform.services)).broken,
    async close() {
      await service.close();
      await reachable.close();
      await platform.close();
    },
  };
}

export type SmsPlatform = Awaited<ReturnType<typeof createSmsPlatform>>;

export const setUpSmsPlatform = (): SmsPlatform => setUp(createSmsPlatform, (platform) => platform.close());
