import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Caller, callerOf } from "#tests/support/caller.ts";
import { ledgerOf } from "#tests/support/campaign.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import type { startReceiver } from "#tests/support/receiver.ts";
import { eventually, type TestServer } from "#tests/support/server.ts";
import { connectTestTill } from "#tests/support/tills.ts";
import { connectWhatsapp, payByMpesa } from "#tests/support/tour.ts";
import { failingScreens } from "./screens.ts";

const recipients = 1000;
const password = "kahawa-na-mandazi-7";
const patienceMs = 120_000;

export interface Step {
  step: string;
  ms: number;
}

/** What every step needs of those before. */
interface Shop {
  server: TestServer;
  cookie: string;
  call: Caller;
  hooks: Awaited<ReturnType<typeof startReceiver>>;
}

/**
 * A newcomer's way over HTTP, from sign-up to a webhook that reports a reply, each step checked by its result. Returns
 * how long each took. `hooks` is the system of theirs that gets webhooks. The server has the demo.
 */
export async function takeJourney(server: TestServer, hooks: Shop["hooks"]): Promise<Step[]> {
  const steps: Step[] = [];
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work().catch((error: Error) => {
      throw new Error(`${step}: ${error.message}`, { cause: error });
    });
    steps.push({ step, ms: Math.round(performance.now() - began) });
    return result;
  };
  const cookie = await timed("sign up, confirm, sign in", () => signUp(server));
  const shop: Shop = { server, cookie, hooks, call: callerOf(server.url, cookie) };
  const { phoneNumberId } = await timed("connect WhatsApp", () => connect(shop));
  const templateId = await timed("template approved", () => approvedTemplate(shop));
  const key = await timed("API key and webhook", () => openApi(shop));
  await timed("top up by M-Pesa", () => payByMpesa(shop.call));
  await timed(`import ${recipients} contacts`, () => importContacts(shop));
  await timed(`campaign of ${recipients}`, () => sendCampaign(shop, { templateId, phoneNumberId }));
  await timed("customer writes, member replies", () => chat(shop, phoneNumberId));
  await timed("paid at a till of theirs", () => getPaid(shop));
  await timed("each screen", async () => expect(await failingScreens(server)).toEqual([]));
  await timed("send by API", () => sendByApi(shop, key));
  await timed("webhooks arrive", () => hooksArrive(shop));
  return steps;
}

async function signUp(server: TestServer): Promise<string> {
  const email = `njeri.${Date.now().toString(36)}@duka.test`;
  const post = async (path: string, data: object) => {
    const answer = await fetch(`${server.url}/api/auth/${path}`, {
      method: "POST",
      headers: { origin: server.url, "content-type": "application/json" },
      body: JSON.stringify(data),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
  };
  const names = { firstName: "Njeri", lastName: "Otieno", businessName: "Duka la Njeri" };
  await post("signup", { ...names, email, password, agreedToTerms: true });
  const letter = /\b(\d{6})\b[^\n]*verification code/;
  const mail = await server.mailTo(email, (source) => letter.test(source));
  await post("verify-otp", { email, otp: letter.exec(mail)![1]! });
  return sessionCookie(server.url, email, password);
}

async function connect({ call }: Shop): Promise<{ phoneNumberId: string }> {
  await connectWhatsapp(call);
  const { numbers } = await call("GET /whatsapp/numbers", {});
  return { phoneNumberId: numbers[0]!.phoneNumberId };
}

async function approvedTemplate({ call }: Shop): Promise<string> {
  const { id } = await call("POST /templates", {
    ...{ name: "order_ready", category: "UTILITY", language: "en" },
    body: "Habari {{1}}, your order is ready. Collect it until six o'clock.",
    samples: [{ key: "1", value: "Asha" }],
  });
  await eventually(
    "the approval",
    async () => (await call("GET /templates/:templateId", { templateId: id })).template.status === "APPROVED",
    patienceMs,
  );
  return id;
}

async function openApi({ call, hooks }: Shop): Promise<string> {
  const { key } = await call("POST /developer/api-keys", { name: "Web shop" });
  await call("POST /developer/webhooks", {
    url: hooks.url,
    events: ["message.delivered", "message.received"],
  });
  return key;
}

async function importContacts({ server, cookie, call }: Shop): Promise<void> {
  const line = (_: unknown, index: number) => `Customer ${index},07${String(20_000_000 + index)},granted`;
  const answer = await fetch(`${server.url}/api/contacts/imports?fileName=wateja.csv`, {
    method: "POST",
    headers: { cookie, origin: server.url, "content-type": "text/csv" },
    body: `name,phone,consent\n${Array.from({ length: recipients }, line).join("\n")}\n`,
  });
  const { importId } = (await answer.json()) as { importId: string };
  const done = await eventually(
    "the import",
    async () => {
      const found = (await call("GET /contacts/imports/:importId", { importId })).import;
      return found.status === "completed" && found;
    },
    patienceMs,
  );
  expect(done).toMatchObject({ created: recipients });
}

async function sendCampaign(
  { server, call }: Shop,
  { templateId, phoneNumberId }: { templateId: string; phoneNumberId: string },
): Promise<void> {
  const { campaignId } = await call("POST /campaigns", {
    ...{ name: "Karibu", templateId, phoneNumberId, key: randomUUID(), audience: { kind: "all" } },
    variables: { 1: { from: "contact", field: "first_name", fallback: "there" } },
  });
  await call("POST /campaigns/:campaignId/start", { campaignId });
  let stand: object = {};
  await eventually(
    "the campaign to be delivered",
    async () => {
      const progress = await call("GET /campaigns/:campaignId/progress", { campaignId }).catch(
        () => undefined,
      );
      if (!progress) return false;
      stand = progress;
      return progress.status === "completed" && progress.delivered + progress.failed === recipients;
    },
    patienceMs,
  ).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(stand)}`);
  });
  const posted = await ledgerOf(server.simulatorUrl, phoneNumberId);
  expect(new Set(posted.map(({ to }) => to)).size, "recipients at Meta").toBe(recipients);
  expect(posted.length, "messages at Meta").toBe(recipients);
}

async function chat({ call }: Shop, phoneNumberId: string): Promise<void> {
  const phone = "+254720000007";
  await call("POST /sandbox/reply", { phone, phoneNumberId, text: "Asante, I come at five" });
  const conversationId = await eventually("the conversation", async () => {
    const { conversations } = await call("GET /conversations", {});
    return conversations.find((one) => one.phone === phone && one.unread > 0)?.id;
  });
  const { messageId } = await call("POST /conversations/:conversationId/messages", {
    ...{ conversationId, text: "Karibu!", key: randomUUID() },
  });
  await eventually("the reply to be delivered", async () => {
    const { messages } = await call("GET /conversations/:conversationId", { conversationId });
    return ["delivered", "read"].includes(messages.find(({ id }) => id === messageId)?.status ?? "");
  });
}

async function sendByApi({ server }: Shop, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = await fetch(`${server.url}/api/v1/messages`, {
    method: "POST",
    headers: { ...headers, "idempotency-key": randomUUID() },
    body: JSON.stringify({ to: "+254720000007", text: "Your parcel is on its way" }),
  });
  const body = await sent.text();
  expect(sent.status, body).toBe(202);
  const { id } = JSON.parse(body) as { id: string };
  await eventually("the API's message to be delivered", async () => {
    const found = await fetch(`${server.url}/api/v1/messages/${id}`, { headers });
    return ["delivered", "read"].includes(((await found.json()) as { status: string }).status);
  });
}

/** A customer pays by hand at the paybill of the organisation, and M-Pesa reports it to the till's own addresses. */
async function getPaid({ server, call }: Shop): Promise<void> {
  const { tillId } = await connectTestTill(call);
  const { till } = await call("GET /tills/:tillId", { tillId });
  const paid = await fetch(`${server.mpesaUrl}/_sim/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ number: till.number, msisdn: "254720000007", amount: 500, account: "KES 500" }),
  });
  expect(await paid.json()).toMatchObject({ accepted: true });
  await eventually("the payment at the till", async () => {
    const now = await call("GET /tills/:tillId", { tillId });
    return now.till.lastPaymentAt !== null;
  });
}

async function hooksArrive({ hooks }: Shop): Promise<void> {
  const typesOf = () =>
    new Set(hooks.received.map(({ body }) => (JSON.parse(body) as { type: string }).type));
  await eventually("both kinds of webhooks", () => typesOf().size === 2);
}
