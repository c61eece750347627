import { describe, expect, it } from "vitest";
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { DomainError } from "#app/platform/errors.ts";
import { componentsFromMeta } from "#app/providers/meta/templates.server.ts";
import { buildSendComponents } from "./sending.ts";
import { unsupportedPart } from "./unsupported.ts";
import { cleanParameter, missingVariables, renderTemplate, sampleValues, variablesOf } from "./variables.ts";

const order: TemplateComponent[] = [
  { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["TR-5521"] } },
  {
    type: "BODY",
    text: "Hello {{1}}, your parcel reaches {{2}} today. Thank you, {{1}}!",
    example: { body_text: [["Asha", "Nakuru"]] },
  },
  { type: "FOOTER", text: "Duka Letu" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Thanks" },
      {
        type: "URL",
        text: "Track",
        url: "https://duka.test/t/{{1}}",
        example: ["https://duka.test/t/abc"],
      },
      { type: "PHONE_NUMBER", text: "Call us", phone_number: "+254700111222" },
    ],
  },
];

const named: TemplateComponent[] = [
  {
    type: "HEADER",
    format: "TEXT",
    text: "Karibu {{first_name}}",
    example: { header_text_named_params: [{ param_name: "first_name", example: "Asha" }] },
  },
  {
    type: "BODY",
    text: "Hello {{first_name}}, your balance is {{balance}}. Reply STOP to leave.",
    example: {
      body_text_named_params: [
        { param_name: "first_name", example: "Asha" },
        { param_name: "balance", example: "KES 500" },
      ],
    },
  },
];

const oneTimeCode: TemplateComponent[] = [
  { type: "BODY", text: "*{{1}}* is your verification code." },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
];

describe("the variables of a template", () => {
  it("are found in header, body and link, with their samples", () => {
    expect(variablesOf(order).map(({ key, sample }) => [key, sample])).toEqual([
      ["header:1", "TR-5521"],
      ["1", "Asha"],
      ["2", "Nakuru"],
      ["button:1", "abc"],
    ]);
  });

  it("count once when a name stands in header and body", () => {
    expect(variablesOf(named).map(({ key, place }) => [key, place])).toEqual([
      ["first_name", "header"],
      ["balance", "body"],
    ]);
  });

  it("that have no value are listed, blank values too", () => {
    expect(missingVariables(order, { "header:1": "TR-1", "1": " \n", "button:1": "x" })).toEqual(["1", "2"]);
  });
});

describe("a rendered template", () => {
  it("shows the values where the variables stood", () => {
    const rendered = renderTemplate(order, sampleValues(order));
    expect(rendered.header).toEqual({ format: "TEXT", text: "Order TR-5521" });
    expect(rendered.body).toBe("Hello Asha, your parcel reaches Nakuru today. Thank you, Asha!");
    expect(rendered.buttons[1]).toMatchObject({ text: "Track", url: "https://duka.test/t/abc" });
    expect(rendered.footer).toBe("Duka Letu");
  });

  it("shows a variable without a value as it is written", () => {
    expect(renderTemplate(order, { "1": "Asha" }).body).toContain("reaches {{2}} today");
  });

  it("inserts values literally", () => {
    expect(renderTemplate(order, { "1": "$& {{2}}", "2": "Nakuru" }).body).toBe(
      "Hello $& {{2}}, your parcel reaches Nakuru today. Thank you, $& {{2}}!",
    );
  });
});

describe("the components of a send", () => {
  it("carry one parameter for each distinct variable, in order", () => {
    const values = { "header:1": "TR-9", "1": "Asha", "2": "Nakuru", "button:1": "abc" };
    expect(buildSendComponents(order, values, "positional")).toEqual([
      { type: "header", parameters: [{ type: "text", text: "TR-9" }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "Asha" },
          { type: "text", text: "Nakuru" },
        ],
      },
      { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "abc" }] },
    ]);
  });

  it("name their parameters in a named template", () => {
    const built = buildSendComponents(named, { first_name: "Asha", balance: "KES 500" }, "named");
    expect(built[1]).toEqual({
      type: "body",
      parameters: [
        { type: "text", text: "Asha", parameter_name: "first_name" },
        { type: "text", text: "KES 500", parameter_name: "balance" },
      ],
    });
  });

  it("carry a one-time code in body and button", () => {
    expect(buildSendComponents(oneTimeCode, { "1": "482913" }, "positional")).toEqual([
      { type: "body", parameters: [{ type: "text", text: "482913" }] },
      { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "482913" }] },
    ]);
  });

  it("are refused when a variable has no value", () => {
    expect(() => buildSendComponents(order, { "1": "Asha" }, "positional")).toThrow(DomainError);
  });

  it("are empty for a template without variables", () => {
    expect(buildSendComponents([{ type: "BODY", text: "Karibu!" }], {}, "positional")).toEqual([]);
  });
});

it("line breaks, tabs and long gaps, which Meta refuses, are removed from values", () => {
  expect(cleanParameter(" Asha\r\nMwangi\tK.     of Nakuru ")).toBe("Asha Mwangi K. of Nakuru");
});

it("a template with a picture, a location, a code or cards can be sent, one with a GIF can't", () => {
  expect(unsupportedPart([{ type: "HEADER", format: "IMAGE" }])).toBeNull();
  expect(unsupportedPart([{ type: "HEADER", format: "GIF" }])).toContain("gif");
  expect(unsupportedPart(order)).toBeNull();
});

const carousel: TemplateComponent[] = [
  { type: "BODY", text: "Hello {{1}}, see what is new.", example: { body_text: [["Asha"]] } },
  {
    type: "CAROUSEL",
    cards: ["Unga", "Sukari"].map((name) => ({
      components: [
        { type: "HEADER", format: "IMAGE", media_id: `med_${name}` },
        { type: "BODY", text: `${name} for {{1}} today only`, example: { body_text: [["KES 100"]] } },
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "Keep one" },
            { type: "URL", text: "Look", url: "https://duka.test/{{1}}", example: ["https://duka.test/u"] },
          ],
        },
      ],
    })),
  },
];

it("each card of a carousel has its own file, values and links, and Meta's names of the files are sent", () => {
  const values = { ...sampleValues(carousel), "card:1:1": "KES 150" };
  expect(Object.keys(values)).toEqual([
    "1",
    ...["card:0:header:media", "card:0:1", "card:0:button:1"],
    ...["card:1:header:media", "card:1:1", "card:1:button:1"],
  ]);
  expect(renderTemplate(carousel, values).cards?.[1]).toMatchObject({
    header: { format: "IMAGE", mediaId: "med_Sukari" },
    body: "Sukari for KES 150 today only",
  });
  const [, cards] = buildSendComponents(carousel, values, "positional", (id) => ({ id: `meta ${id}` }));
  expect(cards).toMatchObject({
    type: "carousel",
    cards: [
      {},
      {
        card_index: 1,
        components: [
          { type: "header", parameters: [{ type: "image", image: { id: "meta med_Sukari" } }] },
          { type: "body", parameters: [{ type: "text", text: "KES 150" }] },
          { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "u" }] },
        ],
      },
    ],
  });
  expect(() => buildSendComponents(carousel, values, "positional")).toThrow(DomainError);
});

it("a location and a code to copy are sent in Meta's format", () => {
  const components: TemplateComponent[] = [
    { type: "HEADER", format: "LOCATION" },
    { type: "BODY", text: "Your rider waits here." },
    { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy offer code", example: "PUNGUZO10" }] },
  ];
  const place = { "header:latitude": "-1.29", "header:longitude": "36.82", "header:name": "Duka" };
  const values = { ...place, "header:address": "Moi Avenue", "button:0": "NOV25" };
  expect(buildSendComponents(components, values, "positional")).toEqual([
    {
      type: "header",
      parameters: [
        {
          type: "location",
          location: { latitude: "-1.29", longitude: "36.82", name: "Duka", address: "Moi Avenue" },
        },
      ],
    },
    {
      type: "button",
      sub_type: "copy_code",
      index: "0",
      parameters: [{ type: "coupon_code", coupon_code: "NOV25" }],
    },
  ]);
});

it("a template with an unknown part is reported as unsupported, and shows the rest", () => {
  const part = (type: string) => unsupportedPart(componentsFromMeta([...order, { type, cards: [] }]));
  expect(part("carousel")).toBe("It has a carousel, which can’t be sent from here yet.");
  expect(part("LIMITED_TIME_OFFER")).toContain("a limited-time offer");
  expect(part("CALL_PERMISSION_REQUEST")).toContain("a request for permission to call");
  expect(part("HOLOGRAM")).toContain("a part of type HOLOGRAM");
  const components = componentsFromMeta([...order, { type: "CAROUSEL", cards: [] }]);
  expect(components.at(-1)).toEqual({ type: "CAROUSEL" });
  expect(renderTemplate(components, {})).toEqual(renderTemplate(order, {}));
  expect(variablesOf(components)).toEqual(variablesOf(order));
});

it("a variable may have blanks inside its braces", () => {
  const spaced: TemplateComponent[] = [{ type: "BODY", text: "Hello {{ 1 }}, meet {{\tname\n}} there." }];
  expect(variablesOf(spaced).map(({ key }) => key)).toEqual(["1", "name"]);
  expect(renderTemplate(spaced, { "1": "Asha", name: "Juma" }).body).toBe("Hello Asha, meet Juma there.");
});
