import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf, ORDER_READY, startForTest, type TestAccount, wamidOf } from "./testDriver.ts";

type Driver = Awaited<ReturnType<typeof startForTest>>;

let simulator: Driver;
let account: TestAccount;
let templateId: string;

beforeAll(async () => {
  simulator = await startForTest();
  account = await simulator.addAccount();
  templateId = await simulator.addTemplate(account);
});
afterAll(() => simulator.close());

describe("accepted messages", () => {
  it("responds to a template as Meta does", async () => {
    const answer = await simulator.sendTemplate(account, "+254712345678", ["Asha", "A-17"]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("facebook-api-version")).toBe("v25.0");
    expect(answer.json).toEqual({
      messaging_product: "whatsapp",
      contacts: [{ input: "+254712345678", wa_id: "254712345678" }],
      messages: [{ id: expect.stringMatching(/^wamid\./), message_status: "accepted" }],
    });
  });

  it("responds to free-form text without message_status", async () => {
    const answer = await simulator.send(account, {
      to: "+254712345678",
      type: "text",
      text: { body: "Habari" },
    });
    expect(answer.json.messages).toEqual([{ id: expect.stringMatching(/^wamid\./) }]);
  });

  it("responds to a business-scoped user id with user_id", async () => {
    const recipient = "KE.13491208655302741918";
    const answer = await simulator.send(account, { recipient, text: { body: "Habari" } });
    expect(answer.json.contacts).toEqual([{ input: recipient, user_id: recipient }]);
  });

  it("gives every message a unique id and writes it to the ledger with our callback data", async () => {
    const other = await simulator.addAccount({ displayPhoneNumber: "+254700333444" });
    await simulator.addTemplate(other);
    const sends = Array.from({ length: 30 }, (_, index) =>
      simulator.sendTemplate(other, `+2547123450${String(index).padStart(2, "0")}`, ["Asha", "A"], {
        biz_opaque_callback_data: `msg_${index}`,
      }),
    );
    const wamids = (await Promise.all(sends)).map(wamidOf);
    expect(new Set(wamids).size).toBe(30);
    const { json } = await simulator.call("GET", `/_sim/ledger?phoneNumberId=${other.phoneNumberId}`);
    const lines = String(json.text)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(lines.map((line) => line.wamid).sort()).toEqual([...wamids].sort());
    expect(new Set(lines.map((line) => line.bizOpaqueCallbackData)).size).toBe(30);
    expect(lines.every((line) => line.phoneNumberId === other.phoneNumberId)).toBe(true);
  });

  it("accepts the call with or without a version", async () => {
    const body = { messaging_product: "whatsapp", to: "+254712345601", text: { body: "Habari" } };
    const answer = await simulator.call(
      "POST",
      `/${account.phoneNumberId}/messages`,
      body,
      account.accessToken,
    );
    expect(answer.status).toBe(200);
  });
});

describe("refused templates", () => {
  const send = (template: object) =>
    simulator.send(account, { to: "+254712345678", type: "template", template });
  const body = (...parameters: object[]) => [{ type: "body", parameters }];
  const text = (value: string) => ({ type: "text", text: value });

  it.each([
    ["an unknown name", { name: "nobody", language: { code: "en_US" } }, 404, 132001],
    ["an unknown language", { name: "order_ready", language: { code: "sw" } }, 404, 132001],
    [
      "too few parameters",
      { name: "order_ready", language: { code: "en_US" }, components: body(text("a")) },
      400,
      132000,
    ],
    ["no components", { name: "order_ready", language: { code: "en_US" } }, 400, 132000],
    [
      "a parameter of the wrong kind",
      {
        name: "order_ready",
        language: { code: "en_US" },
        components: body(text("a"), { type: "image", image: { id: "1" } }),
      },
      400,
      132012,
    ],
    [
      "a text that is too long",
      {
        name: "order_ready",
        language: { code: "en_US" },
        components: body(text("a"), text("x".repeat(1024))),
      },
      400,
      132005,
    ],
    [
      "a new line inside a parameter",
      { name: "order_ready", language: { code: "en_US" }, components: body(text("a\nb"), text("c")) },
      400,
      132018,
    ],
    ["no language", { name: "order_ready" }, 400, 131008],
  ])("refuses %s", async (_, template, status, code) => {
    const answer = await send(template);
    expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
    expect(errorOf(answer).error_data).toMatchObject({ messaging_product: "whatsapp" });
  });

  it("names the wrong count, in Meta's text", async () => {
    const answer = await send({
      name: "order_ready",
      language: { code: "en_US" },
      components: body(text("a")),
    });
    expect(errorOf(answer).error_data).toMatchObject({
      details: "body: number of localizable_params (1) does not match the expected number of params (2)",
    });
  });

  it("refuses a paused and a disabled template, and sends again once reinstated", async () => {
    const attempt = () => simulator.sendTemplate(account, "+254712345678", ["Asha", "A"]);
    for (const [event, code] of [
      ["PAUSED", 132015],
      ["DISABLED", 132016],
    ] as const) {
      await simulator.call("POST", "/_sim/templates", { templateId, event });
      expect(errorOf(await attempt()).code).toBe(code);
    }
    await simulator.call("POST", "/_sim/templates", { templateId, event: "REINSTATED" });
    expect((await attempt()).status).toBe(200);
  });

  it("requires the header image and the button's URL suffix", async () => {
    const sample = await simulator.uploadSample(account, "image/png", Buffer.from("a picture"));
    await simulator.addTemplate(account, {
      ...ORDER_READY,
      name: "with_parts",
      components: [
        { type: "HEADER", format: "IMAGE", example: { header_handle: [sample] } },
        { type: "BODY", text: "Your order is ready for you." },
        {
          type: "BUTTONS",
          buttons: [{ type: "URL", text: "Track", url: "https://duka.test/{{1}}", example: ["17"] }],
        },
      ],
    });
    const image = {
      type: "header",
      parameters: [{ type: "image", image: { link: "https://duka.test/a.jpg" } }],
    };
    const button = {
      type: "button",
      sub_type: "url",
      index: "0",
      parameters: [{ type: "text", text: "17" }],
    };
    const attempt = async (components: object[]) => {
      const answer = await send({ name: "with_parts", language: { code: "en_US" }, components });
      return answer.status === 200 ? 200 : errorOf(answer).code;
    };
    expect(await attempt([button])).toBe(132012);
    expect(await attempt([image])).toBe(131008);
    expect(await attempt([image, button])).toBe(200);
  });

  it("matches named parameters by name", async () => {
    await simulator.addTemplate(account, {
      ...ORDER_READY,
      name: "named",
      parameter_format: "named",
      components: [
        {
          type: "BODY",
          text: "Hello {{first_name}}, your order is ready.",
          example: { body_text_named_params: [{ param_name: "first_name", example: "Asha" }] },
        },
      ],
    });
    const attempt = (parameter: object) =>
      send({ name: "named", language: { code: "en_US" }, components: body(parameter) });
    expect(errorOf(await attempt(text("Asha"))).code).toBe(132012);
    expect((await attempt({ ...text("Asha"), parameter_name: "first_name" })).status).toBe(200);
  });

  it("refuses a duplicate name when another is missing", async () => {
    const given = { ...text("Asha"), parameter_name: "first_name" };
    await simulator.addTemplate(account, {
      ...ORDER_READY,
      name: "two_names",
      parameter_format: "named",
      components: [
        {
          type: "BODY",
          text: "Hello {{first_name}}, your order {{order}} is ready for you.",
          example: {
            body_text_named_params: [
              { param_name: "first_name", example: "Asha" },
              { param_name: "order", example: "A-17" },
            ],
          },
        },
      ],
    });
    const answer = await send({
      name: "two_names",
      language: { code: "en_US" },
      components: body(given, given),
    });
    expect(errorOf(answer).code).toBe(132012);
  });

  it("accepts offers and carousels unchecked", async () => {
    const offer = {
      type: "limited_time_offer",
      parameters: [{ type: "limited_time_offer", limited_time_offer: { expiration_time_ms: 1893456000000 } }],
    };
    const components = [...body(text("Asha"), text("A-17")), offer, { type: "carousel", cards: [] }];
    const answer = await send({ name: "order_ready", language: { code: "en_US" }, components });
    expect(answer.status).toBe(200);
  });
});

describe("refused calls", () => {
  it.each([
    ["no recipient", { text: { body: "x" } }, 100],
    ["a recipient that is no number", { to: "abc", text: { body: "x" } }, 131009],
    ["itself as recipient", { to: "+254700111222", text: { body: "x" } }, 131021],
    ["no text", { to: "+254712345678", type: "text" }, 100],
    ["text beyond 4,096 characters", { to: "+254712345678", text: { body: "x".repeat(4097) } }, 131009],
    ["an unknown type", { to: "+254712345678", type: "fax" }, 100],
    [
      "a recipient type that is none",
      { to: "+254712345678", recipient_type: "nonsense", text: { body: "x" } },
      100,
    ],
    [
      "a contact without a name",
      { to: "+254712345678", type: "contacts", contacts: [{ phones: [] }] },
      131008,
    ],
    ["an image without source", { to: "+254712345678", type: "image", image: {} }, 131008],
  ])("refuses %s", async (_, message, code) => {
    expect(errorOf(await simulator.send(account, message)).code).toBe(code);
  });

  it("refuses a body without messaging_product", async () => {
    const path = `/v25.0/${account.phoneNumberId}/messages`;
    const answer = await simulator.call("POST", path, { to: "+254712345678" }, account.accessToken);
    expect(errorOf(answer)).toMatchObject({ code: 100, type: "OAuthException" });
  });

  it("treats an unknown number and another tenant's number alike", async () => {
    const stranger = await simulator.addAccount({ displayPhoneNumber: "+254700555666" });
    for (const id of ["999", stranger.phoneNumberId]) {
      const answer = await simulator.call("POST", `/v25.0/${id}/messages`, {}, account.accessToken);
      expect(answer.status).toBe(400);
      expect(errorOf(answer)).toMatchObject({ code: 100, error_subcode: 33, type: "GraphMethodException" });
    }
  });

  it("returns 401 with 190 without a token, with a forged one, and after it is revoked", async () => {
    const own = await simulator.addAccount({ displayPhoneNumber: "+254700777888" });
    const path = `/v25.0/${own.phoneNumberId}/messages`;
    await simulator.call("POST", "/_sim/tokens/revoke", { wabaId: own.wabaId });
    for (const token of [undefined, "EAAmadeup", own.accessToken]) {
      const answer = await simulator.call("POST", path, {}, token);
      expect([answer.status, errorOf(answer).code]).toEqual([401, 190]);
    }
  });

  it("marks a customer's message read, but not one of ours", async () => {
    const { json } = await simulator.call("POST", "/_sim/inbound", {
      phoneNumberId: account.phoneNumberId,
      from: "254712345678",
      text: "Habari",
    });
    const ours = wamidOf(await simulator.send(account, { to: "+254712345678", text: { body: "Karibu" } }));
    const typing = { typing_indicator: { type: "text" } };
    const read = await simulator.send(account, { status: "read", message_id: json.wamid, ...typing });
    expect(read.json).toEqual({ success: true });
    expect(errorOf(await simulator.send(account, { status: "read", message_id: ours })).code).toBe(100);
  });
});
