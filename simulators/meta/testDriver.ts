import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../kit/json.ts";
import type { GraphSimulatorOptions } from "./options.ts";
import { startGraphSimulator } from "./server.ts";

/** Test helpers for the simulator: short delays, a caller, and a receiver for its webhooks. */

export interface Answer {
  status: number;
  headers: Headers;
  json: JsonObject;
}

export interface TestAccount {
  appId: string;
  appSecret: string;
  wabaId: string;
  phoneNumberId: string;
  accessToken: string;
}

export const SHORT_DELAYS = { review: 5, sent: 5, delivered: 10, read: 15 };

/** A business template with two variables that passes every creation rule. */
export const ORDER_READY = {
  name: "order_ready",
  language: "en_US",
  category: "UTILITY",
  components: [
    {
      type: "BODY",
      text: "Hello {{1}}, your order {{2}} is ready for you.",
      example: { body_text: [["Asha", "A-17"]] },
    },
  ],
};

export async function startForTest(options: Partial<GraphSimulatorOptions> = {}) {
  const simulator = await startGraphSimulator({
    port: 0,
    delaysMs: SHORT_DELAYS,
    ...options,
    webhooks: { flushMs: 2, retryBaseMs: 10, ...options.webhooks },
  });

  async function call(method: string, path: string, body?: object, token?: string): Promise<Answer> {
    const response = await fetch(simulator.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? (JSON.parse(text) as JsonObject) : { text },
    };
  }

  async function addAccount(extra: object = {}): Promise<TestAccount> {
    const { json } = await call("POST", "/_sim/accounts", {
      displayPhoneNumber: "+254 700 111 222",
      verifiedName: "Duka la Asha",
      ...extra,
    });
    return json as unknown as TestAccount;
  }

  /** Creates and approves a template at once. */
  async function addTemplate(account: TestAccount, template: object = ORDER_READY): Promise<string> {
    const path = `/v25.0/${account.wabaId}/message_templates`;
    const created = await call("POST", path, template, account.accessToken);
    const templateId = String(created.json.id);
    await call("POST", "/_sim/templates", { templateId, event: "APPROVED" });
    return templateId;
  }

  function send(account: TestAccount, message: object): Promise<Answer> {
    const body = { messaging_product: "whatsapp", ...message };
    return call("POST", `/v25.0/${account.phoneNumberId}/messages`, body, account.accessToken);
  }

  function sendTemplate(
    account: TestAccount,
    to: string,
    values: string[],
    extra: object = {},
  ): Promise<Answer> {
    const parameters = values.map((text) => ({ type: "text", text }));
    const template = {
      name: ORDER_READY.name,
      language: { code: ORDER_READY.language },
      components: [{ type: "body", parameters }],
    };
    return send(account, { to, type: "template", template, ...extra });
  }

  /** Uploads a sample in two parts and returns its handle. */
  async function uploadSample(account: TestAccount, type: string, content: Buffer): Promise<string> {
    const query = `file_length=${content.length}&file_type=${encodeURIComponent(type)}&file_name=sample`;
    const path = `/v25.0/${account.appId}/uploads?${query}`;
    const { json } = await call("POST", path, undefined, account.accessToken);
    const middle = Math.floor(content.length / 2);
    let handle = "";
    for (const [offset, part] of [
      [0, content.subarray(0, middle)],
      [middle, content.subarray(middle)],
    ] as const) {
      const response = await fetch(`${simulator.url}/v25.0/${String(json.id)}`, {
        method: "POST",
        headers: {
          authorization: `OAuth ${account.accessToken}`,
          file_offset: String(offset),
          "content-type": type,
        },
        body: new Uint8Array(part),
      });
      handle = String(((await response.json()) as JsonObject).h ?? "");
    }
    return handle;
  }

  return { ...simulator, call, addAccount, addTemplate, send, sendTemplate, uploadSample };
}

export interface ReceivedWebhook {
  path: string;
  body: string;
  signature: string;
  json: JsonObject;
}

export interface Change {
  field: string;
  value: JsonObject;
}

/**
 * A callback URL that completes the handshake and stores what arrives. `answerWith` sets the status of its
 * replies.
 */
export async function startReceiver(verifyToken = "karibu") {
  const received: ReceivedWebhook[] = [];
  const waiting: (() => void)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://receiver");
    if (request.method === "GET") {
      const isOurs = url.searchParams.get("hub.verify_token") === verifyToken;
      response.writeHead(isOurs ? 200 : 403).end(isOurs ? url.searchParams.get("hub.challenge") : "");
      return;
    }
    void readText(request).then((body) => {
      const signature = String(request.headers["x-hub-signature-256"]);
      if (status === 200)
        received.push({ path: url.pathname, body, signature, json: JSON.parse(body) as JsonObject });
      response.writeHead(status).end();
      for (const wake of waiting.splice(0)) wake();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const changes = (): Change[] =>
    received.flatMap(({ json }) => (json.entry as { changes: Change[] }[]).flatMap((entry) => entry.changes));
  const statuses = (): JsonObject[] =>
    changes().flatMap((change) => (change.value.statuses as JsonObject[] | undefined) ?? []);

  /** Waits until the received webhooks satisfy the test. */
  async function until<T>(read: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = read();
      if (found) return found;
      await new Promise<void>((wake) => waiting.push(wake));
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    verifyToken,
    received,
    changes,
    statuses,
    until,
    answerWith: (next: number) => {
      status = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export function errorOf(answer: Answer): JsonObject {
  return answer.json.error as JsonObject;
}

export function wamidOf(answer: Answer): string {
  return (answer.json.messages as { id: string }[])[0]?.id ?? "";
}
