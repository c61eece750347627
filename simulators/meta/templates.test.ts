import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../kit/json.ts";
import { errorOf, ORDER_READY, startForTest, startReceiver, type TestAccount } from "./testDriver.ts";

let simulator: Awaited<ReturnType<typeof startForTest>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let account: TestAccount;

beforeAll(async () => {
  receiver = await startReceiver();
  simulator = await startForTest();
  account = await simulator.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

const templates = (method: string, query = "", body?: object) =>
  simulator.call(method, `/v25.0/${account.wabaId}/message_templates${query}`, body, account.accessToken);
const create = (template: object) => templates("POST", "", template);
const withBody = (text: string, samples: string[] = []) => ({
  ...ORDER_READY,
  name: "draft",
  components: [{ type: "BODY", text, ...(samples.length > 0 ? { example: { body_text: [samples] } } : {}) }],
});
const verdictOn = (name: string) =>
  receiver.until(() => receiver.changes().find(({ value }) => value.message_template_name === name)?.value);

describe("a new template", () => {
  it("is pending first and approved by webhook later, with a numeric id and a dash in the language", async () => {
    const created = await create({ ...ORDER_READY, name: "approve_me" });
    expect(created.json).toEqual({
      id: expect.stringMatching(/^\d+$/),
      status: "PENDING",
      category: "UTILITY",
    });
    expect(await verdictOn("approve_me")).toEqual({
      event: "APPROVED",
      message_template_id: Number(created.json.id),
      message_template_name: "approve_me",
      message_template_language: "en-US",
      message_template_category: "UTILITY",
      reason: "NONE",
    });
    const read = await simulator.call(
      "GET",
      `/v25.0/${created.json.id}?fields=status`,
      undefined,
      account.accessToken,
    );
    expect(read.json).toEqual({ id: created.json.id, status: "APPROVED" });
  });

  it("is rejected when variables touch", async () => {
    await create({
      ...withBody("Hello {{1}}{{2}}, your order is ready for you.", ["a", "b"]),
      name: "adjacent",
    });
    expect(await verdictOn("adjacent")).toMatchObject({
      event: "REJECTED",
      reason: "INVALID_FORMAT",
      rejection_info: { reason: expect.any(String), recommendation: expect.any(String) },
    });
  });

  it("is rejected by its name, and can be edited then", async () => {
    const created = await create({ ...ORDER_READY, name: "reject_this" });
    expect(await verdictOn("reject_this")).toMatchObject({ event: "REJECTED" });
    const edited = { components: [{ type: "BODY", text: "Your order is ready." }] };
    const answer = await simulator.call("POST", `/v25.0/${created.json.id}`, edited, account.accessToken);
    expect(answer.json).toEqual({ success: true });
  });

  it.each([
    ["a variable at the start", withBody("{{1}}, your order is ready.", ["a"]), 2388299],
    ["a variable at the end", withBody("Your order is ready, {{1}}", ["a"]), 2388299],
    ["no sample values", withBody("Hello {{1}}, your order is ready."), 2388043],
    ["a body beyond 1,024 characters", withBody("x".repeat(1025)), 2388040],
    ["more variables than words", withBody("Hi {{1}} {{2}} {{3}} ok", ["a", "b", "c"]), 2388293],
    ["a gap in the numbering", withBody("Hello {{2}}, your order is ready.", ["a"]), 2388072],
    [
      "a variable in the footer",
      { ...ORDER_READY, components: [...ORDER_READY.components, { type: "FOOTER", text: "By {{1}}" }] },
      2388073,
    ],
    [
      "a footer beyond 60 characters",
      { ...ORDER_READY, components: [...ORDER_READY.components, { type: "FOOTER", text: "x".repeat(61) }] },
      2388040,
    ],
  ])("is refused with %s", async (_, template, subcode) => {
    const answer = await create({ ...template, name: "draft" });
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      code: 100,
      error_subcode: subcode,
      is_transient: false,
      error_user_title: expect.any(String),
      error_user_msg: expect.any(String),
    });
  });

  it.each([
    ["capital letters in its name", { ...ORDER_READY, name: "Order Ready" }],
    ["an unknown category", { ...ORDER_READY, name: "draft", category: "PROMO" }],
    [
      "quick replies on both sides of a link",
      {
        ...ORDER_READY,
        name: "draft",
        components: [
          ...ORDER_READY.components,
          {
            type: "BUTTONS",
            buttons: [
              { type: "QUICK_REPLY", text: "Yes" },
              { type: "URL", text: "Track", url: "https://duka.test" },
              { type: "QUICK_REPLY", text: "No" },
            ],
          },
        ],
      },
    ],
  ])("is refused with %s", async (_, template) => {
    expect(errorOf(await create(template))).toMatchObject({ code: 100, error_user_msg: expect.any(String) });
  });

  it("is refused when the name exists in that language, and accepted in another one", async () => {
    await create({ ...ORDER_READY, name: "twice" });
    expect(errorOf(await create({ ...ORDER_READY, name: "twice" })).error_subcode).toBe(2388024);
    expect((await create({ ...ORDER_READY, name: "twice", language: "sw" })).status).toBe(200);
  });
});

describe("one-time code templates", () => {
  it("have Meta's body and take the code in body and button", async () => {
    const otp = {
      name: "login_code",
      language: "en_US",
      category: "AUTHENTICATION",
      components: [
        { type: "BODY", add_security_recommendation: true },
        { type: "FOOTER", code_expiration_minutes: 10 },
        { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
      ],
    };
    await simulator.addTemplate(account, otp);
    const code = [{ type: "text", text: "123456" }];
    const components = [
      { type: "body", parameters: code },
      { type: "button", sub_type: "url", index: "0", parameters: code },
    ];
    const template = { name: "login_code", language: { code: "en_US" }, components };
    const sent = await simulator.send(account, { to: "+254712345611", type: "template", template });
    expect(sent.status).toBe(200);
    const { json } = await simulator.call("GET", "/_sim/handset?phone=254712345611");
    expect((json.conversations as { messages: JsonObject[] }[])[0]?.messages[0]).toMatchObject({
      body: "*123456* is your verification code. For your security, do not share this code.",
      footer: "This code expires in 10 minutes.",
      buttons: [{ type: "OTP", payload: "123456" }],
    });
  });
});

describe("the list of templates", () => {
  it("comes in pages that end", async () => {
    const own = await simulator.addAccount({ displayPhoneNumber: "+254700333444" });
    const path = `/v25.0/${own.wabaId}/message_templates`;
    for (const name of ["one", "two", "three"])
      await simulator.call("POST", path, { ...ORDER_READY, name }, own.accessToken);
    const names: unknown[] = [];
    let next: string | undefined = `${simulator.url}${path}?fields=name&limit=2`;
    while (next) {
      const answer = await simulator.call(
        "GET",
        next.slice(simulator.url.length),
        undefined,
        own.accessToken,
      );
      names.push(...(answer.json.data as JsonObject[]).map(({ name }) => name));
      next = (answer.json.paging as { next?: string }).next;
    }
    expect(names).toEqual(["one", "two", "three"]);
    const bad = await simulator.call("GET", `${path}?after=nonsense`, undefined, own.accessToken);
    expect(errorOf(bad).code).toBe(131059);
  });

  it("can be filtered, and has only the requested fields", async () => {
    await create({ ...ORDER_READY, name: "find_me" });
    const { json } = await templates("GET", "?name=find_me&fields=name,category");
    expect(json.data).toEqual([{ id: expect.any(String), name: "find_me", category: "UTILITY" }]);
    expect(errorOf(await templates("GET", "?fields=nonsense")).code).toBe(100);
  });

  it("omits deleted ones, and keeps an approved name blocked", async () => {
    await simulator.addTemplate(account, { ...ORDER_READY, name: "gone" });
    expect((await templates("DELETE", "?name=gone")).json).toEqual({ success: true });
    expect((await templates("GET", "?name=gone")).json).toEqual({ data: [] });
    expect(errorOf(await create({ ...ORDER_READY, name: "gone" })).error_subcode).toBe(2388023);
  });
});

describe("calls that Graph refuses", () => {
  it.each([
    ["a language that is none", { ...ORDER_READY, name: "odd", language: "xx" }],
    [
      "two bodies",
      {
        ...ORDER_READY,
        name: "twice",
        components: [
          { type: "BODY", text: "Your order is ready." },
          { type: "BODY", text: "Your order is here." },
        ],
      },
    ],
  ])("creating with %s", async (_, template) => {
    expect(errorOf(await create(template)).code).toBe(100);
  });

  it.each(["?limit=abc", "?status=NOT_A_STATUS"])("listing with %s", async (query) => {
    expect(errorOf(await templates("GET", query)).code).toBe(100);
  });
});

describe("the authorization header", () => {
  it("names its scheme in any case", async () => {
    const response = await fetch(`${simulator.url}/v25.0/${account.wabaId}/message_templates`, {
      headers: { authorization: `bearer ${account.accessToken}` },
    });
    expect(response.status).toBe(200);
  });
});
