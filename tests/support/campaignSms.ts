import { eq, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import type { TestOrg } from "./platform.ts";
import { addContacts, draftCampaign, messagesOf } from "./sending.ts";
import type { SmsPlatform } from "./sms.ts";

export const phoneOf = (n: number) => `+25470000000${n}`;

/** Campaigns whose messages may be followed by SMS. */
export function createCampaignSms(platform: SmsPlatform) {
  /** No SMS of an earlier campaign is due any longer. */
  async function forgetOthers(): Promise<void> {
    platform.simulator.reset();
    await platform.services.db.withSystem(async (tx) => {
      await tx.execute(sql`update campaign_sms set due_at = null`);
      await tx.execute(sql`update sms_messages set due_at = null`);
    });
  }

  type Options = { recipients?: number; leased?: number } & Parameters<typeof platform.newShop>[0];

  /** A campaign whose messages are with the sender. A message costs KES 2, an SMS part KES 1.50; it waits 10 seconds. */
  async function newCampaign({ recipients = 3, leased = 3, ...options }: Options = {}) {
    await forgetOthers();
    const shop = await platform.newShop({ kes: 100, ...options });
    const { org } = shop;
    await addContacts(platform, org, recipients - 1, (n) => ({ phone: phoneOf(n + 2) }));
    const campaignId = await draftCampaign(platform, org, shop);
    const quote = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.runJobs();
    const inOrg = platform.services.db.withOrg;
    const lease = (through: number) =>
      inOrg(org.orgId, (tx) =>
        tx
          .update(campaigns)
          .set({ nextSequence: through + 1 })
          .where(eq(campaigns.id, campaignId)),
      );
    await lease(leased);
    const ids = (await messagesOf(platform, org, campaignId)).map(({ id }) => id);
    return {
      ...shop,
      ...{ campaignId, quote, ids, lease },
      step: (name: "pause" | "resume" | "cancel") =>
        platform.call(`POST /campaigns/:campaignId/${name}`, { campaignId }, org),
      progress: () => platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org),
      reportAll: async (status: string, of = ids) => {
        for (const id of of) await shop.report(id, status);
      },
      allSms: () =>
        inOrg(org.orgId, (tx) =>
          tx
            .select()
            .from(smsMessages)
            .where(eq(smsMessages.orgId, org.orgId))
            .orderBy(smsMessages.messageId),
        ),
    };
  }

  const changePerson = (org: TestOrg, n: number, values: Partial<typeof contacts.$inferInsert>) =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(contacts)
        .set(values)
        .where(eq(contacts.phone, phoneOf(n))),
    );

  return { newCampaign, changePerson };
}
