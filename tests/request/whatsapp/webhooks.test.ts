import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createMetaWebhook } from "#app/api/hooks/metaWebhook.server.ts";
import { metaWebhookListener } from "#app/api/hooks/metaWebhookListener.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { securityHeaders } from "#app/web/securityHeaders.server.ts";
import { connectNumber } from "#tests/support/campaign.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

/** Bodies in Meta's shapes, each with ids of one account and one number. */
const folder = path.join(import.meta.dirname, "../../fixtures/whatsapp-webhooks");
const account = { wabaId: "524126980791429", phoneNumberId: "106540352242922", accessToken: "EAAtest" };

const platform = setUpPlatform({
  env: {
    META_APP_ID: "1",
    META_APP_SECRET: "app-key-now",
    META_APP_SECRET_PREVIOUS: "app-key-before",
    META_CONFIG_ID: "1",
    META_WEBHOOK_VERIFY_TOKEN: "verify-me",
  },
});
const org = setUp(async () => {
  const shop = await platform.createOrg();
  await connectNumber(platform.services, shop.orgId, account);
  return shop;
});

function send(body: string, options: { signature?: string | null; key?: string } = {}): Promise<Response> {
  const signature =
    options.signature === undefined ? signatureOf(body, options.key ?? "app-key-now") : options.signature;
  return Promise.resolve(
    platform.api.fetch(
      new Request("http://localhost:4000/api/hooks/meta", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(signature === null ? {} : { "x-hub-signature-256": signature }),
        },
        body,
      }),
    ),
  );
}
const rows = async (text: string, values: unknown[] = []) =>
  (await platform.services.db.system.query(text, values)).rows;

describe("the webhook endpoint", () => {
  it("returns Meta's challenge, and 403 to another token", async () => {
    const ask = (token: string) =>
      platform.api.fetch(
        new Request(
          `http://localhost:4000/api/hooks/meta?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
        ),
      );
    expect(await (await ask("verify-me")).text()).toBe("1158201444");
    expect((await ask("guess")).status).toBe(403);
  });

  it.each([
    ["no signature", null],
    ["another key's", signatureOf("{}", "guess")],
    ["a cut one", "sha256=abcd"],
  ])("refuses %s with 401 and stores nothing", async (_, signature) => {
    const before = await rows("select 1 from webhook_events");
    const response = await send("{}", { signature });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "webhook.signature" });
    expect(await rows("select 1 from webhook_events")).toHaveLength(before.length);
  });

  it("accepts the previous key while the app secret is being rotated", async () => {
    expect(
      (await send('{"object":"whatsapp_business_account","entry":[]}', { key: "app-key-before" })).status,
    ).toBe(200);
  });

  it("returns 400 for malformed JSON and 413 for a body over 4 MB", async () => {
    expect(await (await send("{not json")).json()).toMatchObject({ code: "webhook.malformed_json" });
    const response = await send(JSON.stringify({ filler: "x".repeat(4 * 1024 * 1024) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "webhook.too_large" });
  });

  it("gives the same responses on bare HTTP", async () => {
    const listener = metaWebhookListener(
      createMetaWebhook(platform.services),
      securityHeaders(platform.services.config),
    );
    const server: Server = createServer((request, response) => void listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/hooks/meta`;
    const post = (body: string, key: string) =>
      fetch(url, { method: "POST", body, headers: { "x-hub-signature-256": signatureOf(body, key) } });
    expect((await post('{"entry":[]}', "app-key-now")).status).toBe(200);
    expect((await post('{"entry":[]}', "guess")).status).toBe(401);
    expect((await post("{", "app-key-now")).status).toBe(400);
    expect((await post("x".repeat(4 * 1024 * 1024 + 1), "app-key-now")).status).toBe(413);
    server.closeAllConnections();
    server.close();
  });
});

describe("a text with a character that PostgreSQL cannot store", () => {
  const inbound = (id: string, text: string, name = "Asha") =>
    JSON.stringify({
      entry: [
        {
          id: account.wabaId,
          changes: [
            {
              field: "messages",
              value: {
                metadata: { phone_number_id: account.phoneNumberId },
                contacts: [{ profile: { name }, wa_id: "254712999001" }],
                messages: [
                  { from: "254712999001", id, timestamp: "1790000000", type: "text", text: { body: text } },
                ],
              },
            },
          ],
        },
      ],
    });

  it("is stored without it, and blocks nothing after it", async () => {
    await send(inbound("wamid.NUL1", "ha\u0000bari", "As\u0000ha"));
    await send(inbound("wamid.NUL2", "after"));
    while ((await applyWaitingWebhooks(platform.services)) > 0);
    const kept = await rows("select wamid, body from messages where wamid like 'wamid.NUL%' order by wamid");
    expect(kept).toEqual([
      { wamid: "wamid.NUL1", body: "habari" },
      { wamid: "wamid.NUL2", body: "after" },
    ]);
    await platform.services.db.system.query("delete from messages where wamid like 'wamid.NUL%'");
  });

  it("is stored without half a surrogate pair", async () => {
    await send(inbound("wamid.HALF", "cut \ud83d"));
    while ((await applyWaitingWebhooks(platform.services)) > 0);
    expect(await rows("select body from messages where wamid = 'wamid.HALF'")).toEqual([
      { body: "cut \ufffd" },
    ]);
    await platform.services.db.system.query("delete from messages where wamid = 'wamid.HALF'");
  });

  it("an event whose part cannot be applied keeps the error; its other parts and later events are applied", async () => {
    const good = JSON.parse(inbound("wamid.BESIDE", "beside it"));
    // Nothing in this change can be read.
    const bad = {
      field: "messages",
      value: { metadata: { phone_number_id: "106540352242922" }, messages: { not: "a list" } },
    };
    good.entry[0].changes.unshift(bad);
    await send(JSON.stringify(good));
    await send(inbound("wamid.BEHIND", "still here"));
    while ((await applyWaitingWebhooks(platform.services)) > 0);
    const [event] = await rows(
      "select error, processed_at from processed_webhooks where body like '%not%a list%'",
    );
    expect(event).toEqual({ error: expect.stringContaining("TypeError"), processed_at: expect.any(Date) });
    const applied =
      "select wamid from messages where wamid in ('wamid.BESIDE', 'wamid.BEHIND') order by wamid";
    expect(await rows(applied)).toEqual([{ wamid: "wamid.BEHIND" }, { wamid: "wamid.BESIDE" }]);
    await platform.services.db.system.query("delete from messages where wamid like 'wamid.BE%'");
  });
});

describe("a status without our own id", () => {
  it("is matched by recipient and wamid, in the number's own organisation only", async () => {
    const other = await platform.createOrg("Other");
    for (const owner of [org, other]) {
      await platform.services.db.withSystem(async (tx) => {
        await tx.insert(contacts).values({ orgId: owner.orgId, id: "con_status", phone: "+254712999002" });
        await tx.insert(messages).values({
          orgId: owner.orgId,
          id: `msg_status_${owner.orgId}`,
          direction: "out",
          type: "text",
          state: "accepted",
          phoneNumberId: account.phoneNumberId,
          contactId: "con_status",
          wamid: "wamid.STATUS",
        });
      });
    }
    const status = {
      id: "wamid.STATUS",
      status: "failed",
      timestamp: "1790000100",
      recipient_id: "254712999002",
      errors: [{ code: 131049, title: "Not delivered" }],
    };
    await send(
      JSON.stringify({
        entry: [
          {
            id: account.wabaId,
            changes: [
              {
                field: "messages",
                value: { metadata: { phone_number_id: account.phoneNumberId }, statuses: [status] },
              },
            ],
          },
        ],
      }),
    );
    while ((await applyWaitingWebhooks(platform.services)) > 0);
    const states = await rows("select org_id, state from messages where wamid = 'wamid.STATUS'");
    expect(states.find((row) => row.org_id === org.orgId)).toMatchObject({ state: "failed" });
    expect(states.find((row) => row.org_id === other.orgId)).toMatchObject({ state: "accepted" });
  });
});

describe("every body that Meta may send", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));

  it.each(files)("%s is stored, and applied or deliberately ignored, also when repeated", async (file) => {
    const body = JSON.stringify(JSON.parse(readFileSync(path.join(folder, file), "utf8")));
    for (let time = 0; time < 2; time++) expect((await send(body)).status).toBe(200);
    while ((await applyWaitingWebhooks(platform.services)) > 0);
    const stored = await rows("select error, processed_at from processed_webhooks where body = $1", [body]);
    expect(stored).toHaveLength(2);
    for (const row of stored) expect(row).toMatchObject({ error: null, processed_at: expect.any(Date) });
  });

  it("leaves every inbound message and missed call in the chat exactly once", async () => {
    const sent = files.flatMap((file) => {
      const body = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as {
        entry: {
          changes: { field: string; value: { messages?: { id: string }[]; calls?: { id: string }[] } }[];
        }[];
      };
      return body.entry.flatMap((entry) =>
        entry.changes.flatMap(({ value }) =>
          [...(value.messages ?? []), ...(value.calls ?? [])].map(({ id }) => id),
        ),
      );
    });
    const kept = await rows("select wamid from messages where org_id = $1 and direction = 'in'", [org.orgId]);
    expect(kept.map((row) => row.wamid).sort()).toEqual([...new Set(sent)].sort());
  });

  it("opts out on STOP from a template's button, and logs it", async () => {
    const entries = (await entriesOf(platform, org.orgId)).filter(
      ({ action }) => action === "Contact opted out",
    );
    expect(entries.map((entry) => entry.details).join()).toMatch(/Stop promotions/);
  });
});
