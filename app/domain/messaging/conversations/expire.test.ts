import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { untilOneWaits } from "#tests/support/races.ts";
import { setUp } from "#tests/support/setUp.ts";
import { expireConversations } from "./expire.server.ts";

const account = { wabaId: "524126980791429", phoneNumberId: "106540352242922", accessToken: "EAAtest" };
const dayMs = 86_400_000;

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
const sender = setUp(() => connectNumber(platform.services, org.orgId, account));

async function receives(from: string, daysAgo: number) {
  const seconds = Math.floor((platform.clock.now().getTime() - daysAgo * dayMs) / 1000);
  const body = JSON.stringify({
    entry: [
      {
        id: account.wabaId,
        changes: [
          {
            field: "messages",
            value: {
              metadata: { phone_number_id: account.phoneNumberId },
              messages: [
                {
                  from,
                  id: `wamid.${from}`,
                  timestamp: String(seconds),
                  type: "text",
                  text: { body: "Habari" },
                },
              ],
            },
          },
        ],
      },
    ],
  });
  await platform.api.fetch(
    new Request("http://localhost:4000/api/hooks/meta", {
      method: "POST",
      body,
      headers: { "x-hub-signature-256": signatureOf(body, platform.services.config.meta.appSecret) },
    }),
  );
  await applyWaitingWebhooks(platform.services);
}
const count = async (text: string) => (await platform.services.db.system.query(text, [org.orgId])).rowCount;

describe("the nightly end of the retention", () => {
  it("keeps a conversation in which someone writes at that moment", async () => {
    await receives("254712000009", 31);
    const { db } = platform.services;
    let expired: Promise<{ conversations: number }> | undefined;
    await db.withSystem(async (tx) => {
      await tx.execute(sql`update conversations set last_message_at = now() where org_id = ${org.orgId}`);
      expired = expireConversations({ services: platform.services });
      await untilOneWaits(platform);
    });
    expect(await expired).toMatchObject({ conversations: 0 });
    expect(await count("select 1 from conversations where org_id = $1")).toBe(1);
    await db.system.query("delete from conversations where org_id = $1", [org.orgId]);
    await db.system.query("delete from messages where org_id = $1", [org.orgId]);
    await db.system.query("delete from contacts where org_id = $1", [org.orgId]);
  });

  it("deletes a conversation 30 days after its last message and keeps a younger one and the contact", async () => {
    await receives("254712000001", 31);
    await receives("254712000002", 29);
    expect(await expireConversations({ services: platform.services })).toMatchObject({ conversations: 1 });
    expect(await count("select 1 from conversations where org_id = $1")).toBe(1);
    expect(await count("select 1 from messages where org_id = $1 and direction = 'in'")).toBe(1);
    expect(await count("select 1 from contacts where org_id = $1")).toBe(2);
  });

  it("keeps an anonymous row of a received template as long as analytics count it", async () => {
    await receives("254712000003", 31);
    await platform.services.db.system.query(
      `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, author_user_id, template_id, variables, body, search_text, created_at)
       select org_id, message_id_at(last_message_at) || s, 'out', 'template', s::message_state, phone_number_id, contact_id, '+254712000003', 'usr_1', 'tpl_1', '{"1": "Asha"}', 'Hello Asha', 'hello asha', last_message_at
       from conversations, unnest(array['delivered', 'failed']) s where org_id = $1 and last_message_at < $2`,
      [org.orgId, new Date(platform.clock.now().getTime() - 30 * dayMs)],
    );
    const left = async () => {
      await expireConversations({ services: platform.services });
      const { rows } = await platform.services.db.system.query(
        `select id, contact_id, recipient, author_user_id, variables, body, search_text from messages
         where org_id = $1 and template_id = 'tpl_1'`,
        [org.orgId],
      );
      return rows;
    };
    const noPerson = { contact_id: null, recipient: null, author_user_id: null };
    const nothing = { variables: {}, body: null, search_text: null };
    expect(await left()).toEqual([{ id: expect.stringMatching(/delivered$/), ...noPerson, ...nothing }]);
    platform.clock.advance(60 * dayMs);
    expect(await left()).toEqual([]);
  });

  it("empties what a campaign that ended before said to each person, and keeps its rows", async () => {
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId: sender.templateId,
      phoneNumberId: account.phoneNumberId,
      recipients: 2500,
    });
    await platform.services.db.system.query(
      "update campaigns set status = 'completed', completed_at = $2 where id = $1",
      [campaignId, new Date(platform.clock.now().getTime() - 31 * dayMs)],
    );
    await expireConversations({ services: platform.services });
    const { rows } = await platform.services.db.system.query(
      "select variables, count(*) as count from messages where campaign_id = $1 group by 1",
      [campaignId],
    );
    expect(rows).toEqual([{ variables: {}, count: 2500 }]);
  });
});
