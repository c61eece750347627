import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { applyEvents } from "#app/domain/messaging/webhooks/applyEvents.server.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { TestOrg } from "./platform.ts";
import { connectOrg, type setUpWhatsappPlatform } from "./whatsapp.ts";

/** Conversations with media in both directions, on a test platform with a simulator. */
export function createMediaChats({ platform, simulator }: ReturnType<typeof setUpWhatsappPlatform>) {
  const customer = "254712345678";

  async function openShop() {
    const org = await connectOrg(platform);
    const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
    return { org, phoneNumberId: numbers[0]!.phoneNumberId };
  }
  type Shop = Awaited<ReturnType<typeof openShop>>;

  /** The customer's files are stored at Meta. */
  async function atMeta(shop: Shop, content: Buffer, contentType: string): Promise<string> {
    const response = await fetch(`${simulator.url}/_sim/media?phoneNumberId=${shop.phoneNumberId}`, {
      method: "POST",
      headers: { "content-type": contentType },
      body: new Uint8Array(content),
    });
    return ((await response.json()) as { id: string }).id;
  }

  let count = 0;

  /** Meta reports the customer's messages, as often as required. */
  async function receive(shop: Shop, message: Record<string, unknown>, times = 1): Promise<string> {
    count += 1;
    const wamid = `wamid.media.${count}`;
    const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
    const value = {
      metadata: { phone_number_id: shop.phoneNumberId },
      contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: customer }],
      messages: [{ from: customer, id: wamid, timestamp, ...message }],
    };
    const entry = [{ id: shop.org.wabaId, changes: [{ field: "messages", value }] }];
    const body = JSON.stringify({ object: "whatsapp_business_account", entry });
    for (let time = 0; time < times; time++)
      await platform.services.db.withSystem((tx) => applyEvents(tx, platform.services, [body]));
    // Later messages get a later time: within one moment, messages have no order.
    platform.clock.advance(1000);
    // Requested manually, the simulator opens the window as a customer's message does.
    return wamid;
  }

  async function threadOf(shop: Shop) {
    const { conversations } = await platform.call("GET /conversations", {}, shop.org);
    const conversationId = conversations[0]!.id;
    return platform.call("GET /conversations/:conversationId", { conversationId }, shop.org);
  }

  const lastOf = async (shop: Shop) => (await threadOf(shop)).messages.at(-1)!;

  function formOf(content: Buffer, fileName: string, fields: Record<string, string> = {}): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries({ key: randomUUID(), ...fields })) form.set(name, value);
    form.set("file", new File([new Uint8Array(content)], fileName));
    return form;
  }

  const upload = (as: { cookie: string }, conversationId: string, form: FormData) =>
    platform.api.fetch(
      new Request(`http://localhost:4000/api/conversations/${conversationId}/media`, {
        method: "POST",
        headers: { cookie: as.cookie, "x-client-address": "10.0.0.1", "sec-fetch-site": "same-origin" },
        body: form,
      }),
    );

  const fetchFile = (as: TestOrg, mediaId: string, query = "", headers: Record<string, string> = {}) =>
    platform.api.fetch(
      new Request(`http://localhost:4000/api/media/${mediaId}${query}`, {
        headers: {
          cookie: as.cookie,
          "x-client-address": "10.0.0.1",
          "sec-fetch-site": "same-origin",
          ...headers,
        },
      }),
    );

  const rowOf = async (shop: Shop, id: string) => {
    const [row] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .select()
        .from(messages)
        .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.id, id))),
    );
    return row!;
  };

  async function tokenOf(shop: Shop) {
    const [account] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.orgId, shop.org.orgId)),
    );
    return { accessToken: accessTokenOf(platform.services, account!), account: account!.wabaId };
  }

  return { openShop, atMeta, receive, threadOf, lastOf, formOf, upload, fetchFile, rowOf, tokenOf };
}
