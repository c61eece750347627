import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ORDER_READY, startForTest, type TestAccount } from "#simulators/meta/testDriver.ts";

/**
 * Compares the simulator with Meta's own OpenAPI document (v23.0, MIT). Known errors in the document are
 * corrected first (facts/whatsapp-cloud-api.md §16).
 */
type Json = Record<string, unknown>;

interface OpenApiDocument extends Json {
  components: { schemas: Record<string, Json> };
}

const file = new URL("../support/meta-openapi-v23.yaml", import.meta.url);
const document = correct(parse(readFileSync(file, "utf8")) as OpenApiDocument);
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(document, "meta");

/**
 * `language.policy` is optional; a button's index is a number or digits; one part of an `allOf` cannot forbid
 * further properties for the whole; a number is CONNECTED or DISCONNECTED, as its reference page says (§3.4),
 * not LINKED or UNLINKED.
 */
function correct(openApi: OpenApiDocument): OpenApiDocument {
  const { schemas } = openApi.components;
  const language = schemas.LanguageObject as { required: string[] };
  language.required = language.required.filter((name) => name !== "policy");
  for (const schema of Object.values(schemas)) {
    for (const part of (schema.allOf ?? []) as Json[]) delete part.additionalProperties;
  }
  (schemas.WhatsAppPhoneNumberStatus as { enum: string[] }).enum.push("CONNECTED", "DISCONNECTED");
  visit(schemas.TemplateComponent, (node) => {
    const index = (node.properties as { index?: Json } | undefined)?.index;
    if (index) Object.assign(index, { type: ["string", "integer"], pattern: "^[0-9]$" });
  });
  return openApi;
}

function visit(value: unknown, check: (node: Json) => void): void {
  if (typeof value !== "object" || value === null) return;
  check(value as Json);
  for (const inner of Object.values(value)) visit(inner, check);
}

const pointer = (...keys: string[]) =>
  keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");

/** Validation errors as lines; empty when the value fits. */
function problems(ref: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: `meta#/${ref}` });
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const requestOf = (path: string) =>
  pointer("paths", path, "post", "requestBody", "content", "application/json", "schema");
const replyOf = (method: "get" | "post" | "delete", path: string) =>
  pointer("paths", path, method, "responses", "200", "content", "application/json", "schema");
const schemaOf = (name: string) => pointer("components", "schemas", name);

const MESSAGES = "/{Version}/{Phone-Number-ID}/messages";
const REGISTER = "/{Version}/{Phone-Number-ID}/register";
const NUMBER = "/{Version}/{Phone-Number-ID}";
const TEMPLATES = "/{Version}/{WABA-ID}/message_templates";
const TEMPLATE = "/{Version}/{TEMPLATE_ID}";
const APPS = "/{Version}/{WABA-ID}/subscribed_apps";
const NUMBERS = "/{Version}/{WABA-ID}/phone_numbers";

let simulator: Awaited<ReturnType<typeof startForTest>>;
let account: TestAccount;
let templateId: string;

beforeAll(async () => {
  simulator = await startForTest();
  account = await simulator.addAccount();
  templateId = await simulator.addTemplate(account, {
    ...ORDER_READY,
    components: [
      ...ORDER_READY.components,
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "I am coming" }] },
    ],
  });
});
afterAll(() => simulator.close());

const call = (method: string, path: string, body?: object) =>
  simulator.call(method, `/v23.0/${path}`, body, account.accessToken);

const to = { messaging_product: "whatsapp", recipient_type: "individual", to: "+254712345678" };
const template = {
  name: "order_ready",
  language: { code: "en_US" },
  components: [
    {
      type: "body",
      parameters: [
        { type: "text", text: "Asha" },
        { type: "text", text: "A-17" },
      ],
    },
    {
      type: "button",
      sub_type: "quick_reply",
      index: "0",
      parameters: [{ type: "payload", payload: "COMING" }],
    },
  ],
};

describe("the document itself", () => {
  it("rejects a wrong request and a wrong reply, and accepts correct ones", () => {
    expect(problems(schemaOf("TextMessage"), { ...to, type: "text" })).not.toEqual([]);
    expect(problems(requestOf(REGISTER), { messaging_product: "whatsapp", pin: "12" })).not.toEqual([]);
    expect(problems(replyOf("post", MESSAGES), { messages: "none" })).not.toEqual([]);
    expect(problems(schemaOf("GraphAPIError"), { error: { message: "x" } })).not.toEqual([]);
  });
});

describe("requests and replies", () => {
  it.each([
    ["TextMessage", { ...to, type: "text", text: { body: "Habari" } }],
    ["TemplateMessage", { ...to, type: "template", template }],
    ["ImageMessage", { ...to, type: "image", image: { link: "https://duka.test/a.jpg" } }],
    [
      "LocationMessage",
      { ...to, type: "location", location: { latitude: "-1.286389", longitude: "36.817223" } },
    ],
  ])("of a send fit the document: %s", async (schema, message) => {
    expect(problems(schemaOf(schema), message)).toEqual([]);
    const answer = await call("POST", `${account.phoneNumberId}/messages`, message);
    expect(answer.status).toBe(200);
    expect(problems(replyOf("post", MESSAGES), answer.json)).toEqual([]);
  });

  it("of templates fit the document", async () => {
    const request = { ...ORDER_READY, name: "contract" };
    expect(problems(requestOf(TEMPLATES), request)).toEqual([]);
    const created = await call("POST", `${account.wabaId}/message_templates`, request);
    expect(problems(replyOf("post", TEMPLATES), created.json)).toEqual([]);
    const list = await call("GET", `${account.wabaId}/message_templates`);
    expect(problems(replyOf("get", TEMPLATES), list.json)).toEqual([]);
    const one = await call("GET", templateId);
    expect(problems(replyOf("get", TEMPLATE), one.json)).toEqual([]);
    const gone = await call("DELETE", `${account.wabaId}/message_templates?name=contract`);
    expect(problems(replyOf("delete", TEMPLATES), gone.json)).toEqual([]);
  });

  it("of a registration fit the document", async () => {
    const request = { messaging_product: "whatsapp", pin: "581063" };
    expect(problems(requestOf(REGISTER), request)).toEqual([]);
    const answer = await call("POST", `${account.phoneNumberId}/register`, request);
    expect(problems(replyOf("post", REGISTER), answer.json)).toEqual([]);
  });

  it("of app subscriptions fit the document", async () => {
    const subscribed = await call("POST", `${account.wabaId}/subscribed_apps`);
    expect(problems(replyOf("post", APPS), subscribed.json)).toEqual([]);
    const list = await call("GET", `${account.wabaId}/subscribed_apps`);
    expect(problems(replyOf("get", APPS), list.json)).toEqual([]);
  });

  it("of phone numbers and the account fit the document", async () => {
    const numbers = await call("GET", `${account.wabaId}/phone_numbers`);
    expect(problems(replyOf("get", NUMBERS), numbers.json)).toEqual([]);
    const fields =
      "id,display_phone_number,verified_name,quality_rating,code_verification_status,name_status";
    const number = await call("GET", `${account.phoneNumberId}?fields=${fields}`);
    expect(problems(replyOf("get", NUMBER), number.json)).toEqual([]);
    const node = await call(
      "GET",
      `${account.wabaId}?fields=id,name,currency,timezone_id,country,ownership_type`,
    );
    expect(problems(schemaOf("WhatsAppBusinessAccount"), node.json)).toEqual([]);
  });
});

describe("errors", () => {
  it.each([
    [
      "POST",
      "messages without a recipient",
      () => `${account.phoneNumberId}/messages`,
      { messaging_product: "whatsapp" },
    ],
    [
      "POST",
      "a registration without a PIN",
      () => `${account.phoneNumberId}/register`,
      { messaging_product: "whatsapp" },
    ],
    [
      "POST",
      "a bad template",
      () => `${account.wabaId}/message_templates`,
      { ...ORDER_READY, name: "Not Good" },
    ],
    ["GET", "an unknown object", () => "1", undefined],
  ])("fit the document: %s %s", async (method, _, path, body) => {
    const answer = await call(method, path(), body);
    expect(answer.status).toBe(400);
    expect(problems(schemaOf("GraphAPIError"), answer.json)).toEqual([]);
  });
});
