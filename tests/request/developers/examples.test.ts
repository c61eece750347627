import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { exampleIds } from "#app/api/v1/call.ts";
import { examplesOf } from "#app/api/v1/examples.ts";
import { calls } from "#app/api/v1/openapi.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { demoTemplates } from "#app/demo/templates.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { newSecret } from "#app/domain/record/webhooks/secrets.server.ts";
import { componentsOf } from "#app/domain/whatsapp/templates/draft.ts";
import { fromLibrary } from "#app/domain/whatsapp/templates/library.ts";
import { draftOfValues } from "#app/domain/whatsapp/templates/values.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { exampleMessage } from "#app/platform/exampleMessage.ts";
import { newId } from "#app/platform/ids.ts";
import { replySample, sendSamples, verifySamples } from "#app/routes/public/docs/samples.ts";
import { addBook } from "#tests/support/books.ts";
import { createChats } from "#tests/support/chats.ts";
import { pdf } from "#tests/support/mediaFiles.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { addOpenSequence } from "#tests/support/sequences.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

/** The product's API on a port, and an API key of a shop that has the template of the examples. */
const shop = setUp(
  async () => {
    const made = await chats.shopWithCustomer();
    await chats.addTemplate(made.org, made.accountId, {
      components: componentsOf(draftOfValues(fromLibrary("order_ready", "en")!)),
    });
    await chats.addTemplate(made.org, made.accountId, {
      language: "sw",
      components: componentsOf(draftOfValues(fromLibrary("order_ready", "sw")!)),
    });
    await platform.services.db.withSystem((tx) => tx.update(phoneNumbers).set({ status: "CONNECTED" }));
    await fillWallet(platform, made.org, 1000);
    const settings = { name: "Docs", mode: "live" as const, scopes: [everything], expiresAt: null };
    const { key } = await createKey({ ctx: made.org.ctx, input: settings });
    const server = serve({ fetch: platform.api.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    return { ...made, key, url: `http://127.0.0.1:${port}`, server };
  },
  ({ server }) => server.close(),
);

/** Runs a copied example in its language; returns its output. */
async function run(
  language: string,
  code: string,
  options: { env?: Record<string, string>; input?: string; cwd?: string } = {},
) {
  const [command, ...args] = {
    curl: ["sh", "-c", code],
    shell: ["sh", "-c", code],
    javascript: [process.execPath, "--input-type=module", "-e", code],
    python: ["python3", "-c", code],
  }[language.toLowerCase()]!;
  const child = spawn(command!, args, {
    env: { PATH: process.env.PATH, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  child.stdin.end(options.input ?? "");
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  child.stderr.on("data", (chunk) => (printed += language === "curl" ? "" : chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, printed };
}

describe("the example of every call", () => {
  const writing = calls.filter(({ key }) => key === "POST /v1/messages" || key === "GET /v1/numbers");

  it.each(["curl", "javascript", "python"] as const)("sends a message in %s", async (language) => {
    for (const each of writing) {
      const code = examplesOf(each, shop.url)[language].replace("YOUR_KEY", shop.key);
      const { status, printed } = await run(language, code);
      expect(status, printed).toBe(0);
      expect(printed).toMatch(each.method === "POST" ? /queued/ : /phone_number_id/);
    }
  });

  it.each(["curl", "javascript", "python"] as const)("creates a deal and a task in %s", async (language) => {
    for (const key of ["POST /v1/deals", "POST /v1/tasks"]) {
      const code = examplesOf(calls.find((each) => each.key === key)!, shop.url)
        [language].replace("YOUR_KEY", shop.key)
        .replace(/con_\w+/, shop.contactId);
      const { status, printed } = await run(language, code);
      expect(status, printed).toBe(0);
      expect(printed).toContain(shop.contactId);
    }
  });

  it.each(["curl", "javascript", "python"] as const)(
    "uploads a file and downloads it again in %s",
    async (language) => {
      const cwd = mkdtempSync(path.join(os.tmpdir(), "tarishi-example-"));
      writeFileSync(path.join(cwd, "receipt.pdf"), pdf);
      const exampleOf = (key: string, change = (code: string) => code) => {
        const code = examplesOf(calls.find((each) => each.key === key)!, shop.url)[language];
        return run(language, change(code.replace("YOUR_KEY", shop.key)), { cwd });
      };
      const uploaded = await exampleOf("POST /v1/media");
      expect(uploaded.printed).toContain("application/pdf");
      const id = /med_\w+/.exec(uploaded.printed)![0];
      const example = await exampleOf("GET /v1/media/:media_id/content", (code) =>
        code.replace(/med_\w+/, id),
      );
      expect(example.status, example.printed).toBe(0);
      expect(readFileSync(path.join(cwd, "downloaded")).equals(pdf)).toBe(true);
      rmSync(cwd, { recursive: true });
    },
  );

  it("succeeds as written, with the ids of the shop's own objects", async () => {
    const { org, phoneNumberId, key } = shop;
    const { db } = platform.services;
    const wrote = { wroteAt: platform.clock.now(), unread: 0, text: "Sawa" };
    const person = { name: "Otieno", phone: "+254733000111" };
    const { contactId, conversationId } = await chats.addCustomer(org, phoneNumberId, person, wrote);
    const vip = { tags: ["vip"], consent: "granted" as const };
    await db.withOrg(org.orgId, (tx) => tx.update(contacts).set(vip).where(eq(contacts.id, contactId)));
    const [template] = await db.withOrg(org.orgId, (tx) => tx.select().from(templates).limit(1));
    const ids: Record<string, string> = {
      contact_id: contactId,
      conversation_id: conversationId,
      template_id: template!.id,
    };
    const created: Record<string, string> = {
      "POST /v1/messages": "message_id",
      "POST /v1/campaigns": "campaign_id",
      "POST /v1/deals": "deal_id",
      "POST /v1/tasks": "task_id",
      "POST /v1/orders": "order_id",
      "POST /v1/payment-requests": "payment_request_id",
      "POST /v1/dues": "due_id",
      "POST /v1/sequences/:sequence_id/enrolments": "enrolment_id",
      "POST /v1/hooks": "hook_id",
      "POST /v1/webhook-endpoints": "endpoint_id",
    };
    // Files are tested separately, this shop has no event yet, and a prompted request can't be cancelled.
    const isLeftOut = (each: (typeof calls)[number]) => /\/media\b|:event_id|\/prompt$/.test(each.key);
    await db.withOrg(org.orgId, (tx) =>
      tx.insert(tills).values({
        orgId: org.orgId,
        id: newId("til"),
        name: "Fees",
        kind: "paybill",
        number: "522533",
        keysEncrypted: "sealed",
      }),
    );
    ids.book_id = await addBook(platform, org);
    ids.sequence_id = await addOpenSequence(org.ctx);
    const isLast = ({ key: name }: (typeof calls)[number]) => name.startsWith("DELETE ");
    const isFirst = ({ key: name }: (typeof calls)[number]) => name in created;
    const rank = (each: (typeof calls)[number]) => (isFirst(each) ? 0 : isLast(each) ? 2 : 1);
    const ran: string[] = [];
    const refused: string[] = [];
    for (const each of calls.filter((one) => !isLeftOut(one)).toSorted((a, b) => rank(a) - rank(b))) {
      let code = examplesOf(each, shop.url).curl.replace("YOUR_KEY", key);
      for (const [name, example] of Object.entries(exampleIds))
        if (ids[name]) code = code.replaceAll(example, ids[name]);
      const { printed } = await run("curl", `${code} -s -w "\\n%{http_code}"`);
      const status = Number(/(\d+)$/.exec(printed)?.[1]);
      ran.push(each.key);
      const made = created[each.key];
      if (made) ids[made] = (JSON.parse(printed.slice(0, printed.lastIndexOf("\n"))) as { id: string }).id;
      if (each.key.endsWith("/start")) await platform.runJobs();
      if (!(status >= 200 && status < 300)) refused.push(`${each.key}: ${printed}`);
    }
    expect(refused).toEqual([]);
    expect(ran.length).toBeGreaterThan(45);
  });

  it("sends with a test key, and so does the demo's template", async () => {
    const settings = { name: "Test", mode: "test" as const, scopes: [everything], expiresAt: null };
    const { key } = await createKey({ ctx: shop.org.ctx, input: settings });
    const { printed } = await run("curl", sendSamples(shop.url).curl.replace("YOUR_KEY", key));
    expect(JSON.parse(printed)).toMatchObject({ status: "delivered" });
    const ofDemo = demoTemplates.find(
      ({ name, language }) => name === exampleMessage.template && language === exampleMessage.language,
    );
    expect(variablesOf(ofDemo!.components)).toHaveLength(exampleMessage.parameters.length);
  });

  it("is accepted by the call", () => {
    for (const { key, call } of calls) {
      if (call.example === undefined) continue;
      const ids = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name!, "x"]));
      expect(call.input.safeParse({ ...ids, ...call.example }).error?.issues, key).toBeUndefined();
    }
  });
});

describe("the guides' scripts", () => {
  it("reply to a customer who wrote", async () => {
    const { org, contactId, conversationId } = shop;
    await platform.services.db.withOrg(org.orgId, async (tx) => {
      await tx.update(contacts).set({ phone: exampleMessage.to }).where(eq(contacts.id, contactId));
      const windowEndsAt = new Date(platform.clock.now().getTime() + 3_600_000);
      await tx.update(conversations).set({ windowEndsAt }).where(eq(conversations.id, conversationId));
    });
    const { printed } = await run("curl", replySample(shop.url).replace("YOUR_KEY", shop.key));
    expect(JSON.parse(printed)).toMatchObject({ status: "queued", text: "Karibu! It is ready." });
  });

  it.each(["curl", "JavaScript", "Python"] as const)(
    "send one message, however often they run, in %s",
    async (language) => {
      const once = `order-${randomUUID()}`;
      const code = sendSamples(shop.url)
        [language].replace("YOUR_KEY", shop.key)
        .replace("order-1042-ready", once);
      const before = (await chats.outgoing(shop.org)).length;
      for (const time of ["first", "second"]) {
        const { status, printed } = await run(language, code);
        expect({ status, queued: /queued/.test(printed) }, `${time}: ${printed}`).toEqual({
          status: 0,
          queued: true,
        });
      }
      expect((await chats.outgoing(shop.org)).length).toBe(before + 1);
    },
  );

  it.each(["shell", "JavaScript", "Python"] as const)(
    "distinguish a genuine webhook from a forged one in %s",
    async (language) => {
      const secret = newSecret();
      const body = `{"type":"message.received","data":{"text":"Karibu – \\"ndiyo\\""}}\n`;
      const signedAt = (at: Date) => ({
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: "evt_1",
        WEBHOOK_TIMESTAMP: String(Math.floor(at.getTime() / 1000)),
        WEBHOOK_SIGNATURE: `${new Webhook(newSecret()).sign("evt_1", at, body)} ${new Webhook(secret).sign("evt_1", at, body)}`,
      });
      const env = signedAt(new Date());
      const genuine = await run(language, verifySamples[language], { env, input: body });
      expect(genuine).toMatchObject({ status: 0, printed: "genuine\n" });
      const old = signedAt(new Date(Date.now() - 6 * 60_000));
      for (const given of [
        { env, input: body.replace("ndiyo", "hapana") },
        { env: old, input: body },
      ]) {
        const forged = await run(language, verifySamples[language], given);
        expect(forged.status).not.toBe(0);
        expect(forged.printed).toContain("forged");
      }
    },
  );
});
