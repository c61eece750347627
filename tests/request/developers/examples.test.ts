import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { examplesOf } from "#app/api/v1/examples.ts";
import { calls } from "#app/api/v1/openapi.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { newSecret } from "#app/domain/record/webhooks/secrets.server.ts";
import { sendSamples, verifySamples } from "#app/routes/public/docs/samples.ts";
import { createChats } from "#tests/support/chats.ts";
import { pdf } from "#tests/support/mediaFiles.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

/** The product's API on a port, and a key of a shop that has the template of the examples. */
const shop = setUp(
  async () => {
    const made = await chats.shopWithCustomer();
    await chats.addTemplate(made.org, made.accountId, {
      components: [
        { type: "BODY", text: "Hello {{1}}, your order is ready.", example: { body_text: [["Asha"]] } },
      ],
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

/** Runs a text in its language, as somebody would who copied it; answers with what it printed. */
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
      const asked = await exampleOf("GET /v1/media/:media_id/content", (code) => code.replace(/med_\w+/, id));
      expect(asked.status, asked.printed).toBe(0);
      expect(readFileSync(path.join(cwd, "downloaded")).equals(pdf)).toBe(true);
      rmSync(cwd, { recursive: true });
    },
  );

  it("is one that the call takes", () => {
    for (const { key, call } of calls) {
      if (call.example === undefined) continue;
      const ids = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name!, "x"]));
      expect(call.input.safeParse({ ...ids, ...call.example }).error?.issues, key).toBeUndefined();
    }
  });
});

describe("the guides' scripts", () => {
  it.each(["curl", "JavaScript", "Python"] as const)(
    "send one message, however often, in %s",
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
    "tell a genuine webhook from a forged one in %s",
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
