import { describe, expect, it } from "vitest";
import { callNumberProblem } from "./callNumber.ts";
import { componentsOf, draftVariables } from "./draft.ts";
import { problemsOf } from "./problems.ts";
import { newTemplateForm, normaliseName, type TemplateDraft, templateDraft } from "./schemas.ts";

const draft = (change: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name: "order_ready",
  category: "UTILITY",
  language: "en",
  header: "",
  body: "Your order is ready.",
  footer: "",
  buttons: [],
  samples: [],
  securityNote: false,
  headerFormat: "TEXT",
  headerMedia: "",
  cardFormat: "IMAGE",
  cards: [],
  otpType: "COPY_CODE",
  otpPackage: "",
  otpSignature: "",
  zeroTapAccepted: false,
  ...change,
});
/** What is wrong with a draft that has all its examples, unless the change says otherwise. */
const wrong = (change: Partial<TemplateDraft>) => {
  const samples = draftVariables(draft(change)).map(({ key }) => ({ key, value: "an example" }));
  return Object.entries(problemsOf(draft({ samples, ...change }), callNumberProblem));
};
const reply = (text: string) => ({ kind: "QUICK_REPLY" as const, text, value: "" });
const link = (text: string, value = "https://duka.test/") => ({ kind: "URL" as const, text, value });
const call = (value: string) => ({ kind: "PHONE_NUMBER" as const, text: "Call us", value });

describe("what Meta would refuse in a template is reported at its field", () => {
  it.each<[string, Partial<TemplateDraft>, string]>([
    ["no message", { body: "" }, "body"],
    ["a message of 1,025 characters", { body: "a".repeat(1025) }, "body"],
    ["a variable at the start", { body: "{{1}} is ready for you now" }, "body"],
    ["a variable at the end", { body: "Your order is ready, dear {{1}}" }, "body"],
    ["two variables side by side", { body: "Dear customer {{1}} {{2}}, your order is ready." }, "body"],
    ["numbers with a gap", { body: "Dear {{1}}, your order number {{3}} is ready now." }, "body"],
    ["numbers out of order", { body: "Dear {{2}}, your order number {{1}} is ready now." }, "body"],
    ["numbers and names mixed", { body: "Dear {{1}}, your order for {{town}} is ready now." }, "body"],
    ["a name with capitals", { body: "Dear {{FirstName}}, your order is ready." }, "body"],
    ["a brace too few", { body: "Dear {{1}, your order is ready now." }, "body"],
    ["mostly variables", { body: "Hi {{1}} and {{2}} or {{3}} ok" }, "body"],
    ["a header of 61 characters", { header: "a".repeat(61) }, "header"],
    ["a header with two variables", { header: "{{a}} and {{b}}" }, "header"],
    ["a header with emoji", { header: "Ready 🎉" }, "header"],
    ["a footer with a variable", { footer: "Bye {{1}}" }, "footer"],
    ["a button of 26 characters", { buttons: [reply("a".repeat(26))] }, "buttons[0].text"],
    ["two buttons of the same words", { buttons: [reply("Yes"), reply("yes")] }, "buttons[1].text"],
    ["an address without https", { buttons: [link("Go", "duka.test")] }, "buttons[0].value"],
    [
      "a variable inside an address",
      { buttons: [link("Go", "https://duka.test/{{1}}/x")] },
      "buttons[0].value",
    ],
    ["a third link", { buttons: [link("A"), link("B"), link("C")] }, "buttons[2].kind"],
    [
      "a second number",
      { buttons: [call("+254700111222"), { ...call("+254700111223"), text: "Or" }] },
      "buttons[1].kind",
    ],
    ["no number", { buttons: [call("")] }, "buttons[0].value"],
    ["a number with too few digits", { buttons: [call("0712 345")] }, "buttons[0].value"],
    ["quick replies apart", { buttons: [reply("A"), link("B"), reply("C")] }, "buttons[2].kind"],
    ["no example", { body: "Dear {{1}}, your order is ready.", samples: [] }, "samples[0].value"],
    [
      "an example with a line break",
      { body: "Dear {{1}}, your order is ready.", samples: [{ key: "1", value: "A\nB" }] },
      "samples[0].value",
    ],
  ])("%s", (_, change, field) => {
    expect(wrong(change).map(([name]) => name)).toEqual([field]);
  });

  it("a template within the limits has no problems", () => {
    expect(
      wrong({
        header: "Order {{1}}",
        body: "Dear {{1}}, your order is ready in {{2}} today.",
        footer: "Duka Letu",
        buttons: [reply("Thanks"), link("Track", "https://duka.test/t/{{1}}"), call("+254 700 111 222")],
        samples: [
          { key: "header:1", value: "TR-1" },
          { key: "1", value: "Asha" },
          { key: "2", value: "Nakuru" },
          { key: "button:1", value: "abc" },
        ],
      }),
    ).toEqual([]);
  });

  it("words of a language written without spaces are counted", () => {
    expect(wrong({ language: "zh_CN", body: "您好{{1}}，您的订单{{2}}已经准备好了，请今天来取。" })).toEqual(
      [],
    );
  });

  it("a one-time code needs no message", () => {
    expect(wrong({ category: "AUTHENTICATION", body: "" })).toEqual([]);
  });
});

describe("the number of a call button", () => {
  it.each(["0712 345 678", "712345678", "254712345678", "+254 (712) 345-678", "00254712345678"])(
    "is accepted as people write it and sent to Meta in E.164: %s",
    (value) => {
      const form = newTemplateForm.parse(draft({ buttons: [call(value)] }));
      expect(componentsOf(form).at(-1)).toMatchObject({ buttons: [{ phone_number: "+254712345678" }] });
    },
  );

  it("is refused with the reason, except in a one-time code, which has no such button", () => {
    const form = draft({ buttons: [call("0712 345")] });
    expect(newTemplateForm.safeParse(form).error?.issues).toMatchObject([
      { path: ["buttons", 0, "value"], message: expect.stringContaining("“0712 345” is") },
    ]);
    expect(newTemplateForm.safeParse({ ...form, category: "AUTHENTICATION" }).success).toBe(true);
  });
});

describe("a template's name", () => {
  it("is normalised to the form that Meta accepts", () => {
    expect(normaliseName("  Order Ready! (Été) ")).toBe("order_ready_ete");
  });

  it("must have letters or digits", () => {
    expect(templateDraft.safeParse({ ...draft(), name: "!!!" }).success).toBe(false);
  });
});

describe("a form", () => {
  const issuesOf = (form: object) =>
    newTemplateForm.safeParse(form).error?.issues.map(({ path, message }) => [path.join("."), message]);

  it("that is empty reports all missing fields at once", () => {
    expect(issuesOf({ category: "MARKETING", language: "en" })).toEqual([
      ["name", "Enter a name for the template"],
      ["body", "Enter the message"],
    ]);
    expect(issuesOf({ name: "code", category: "AUTHENTICATION", language: "en" })).toBeUndefined();
  });

  it("reports missing examples together with other errors", () => {
    const form = {
      category: "UTILITY",
      language: "en",
      body: "{{1}} is ready for you at {{2}} now",
      footer: "Bye {{1}}",
      buttons: [
        { kind: "URL", text: "", value: "duka" },
        { kind: "??", text: "Go" },
      ],
    };
    expect(issuesOf(form)?.map(([field]) => field)).toEqual([
      "name",
      "buttons.1.kind",
      "body",
      "footer",
      "buttons.0.text",
      "buttons.0.value",
      "samples.0.value",
      "samples.1.value",
    ]);
  });

  it("of an unexpected shape is refused without an exception", () => {
    for (const odd of [{ body: { x: "1" } }, { buttons: "x" }, { samples: [{ key: { a: "" } }] }])
      expect(issuesOf({ name: "a", category: "UTILITY", language: "en", ...odd })).not.toEqual([]);
  });
});

describe("several problems of one template", () => {
  it("are all reported, also several of one field and for a text that is too long", () => {
    const found = problemsOf(
      draft({
        header: `Habari {{1}} na {{2}} ${"x".repeat(60)}`,
        body: "{{1}} Habari *dunia* {{3}} {{jina}}",
        footer: "Kwaheri {{1}}",
      }),
    );
    expect(found).toEqual({
      header: ["Use at most 60 characters (now 82)", "A header can have at most one variable"],
      body: [
        "Use either numbers or names for variables, not both",
        "Number the variables from {{1}} without gaps: {{2}} is missing",
        "A variable can’t start or end the message",
        "Put words between two variables",
        "Too many variables for the text: add words or use fewer variables",
      ],
      footer: ["A footer can’t have variables"],
      ...Object.fromEntries(
        ["{{1}} in the header", "{{2}} in the header", "{{1}}", "{{3}}", "{{jina}}"].map((label, index) => [
          `samples[${index}].value`,
          [`Enter a sample of ${label} for Meta’s reviewers`],
        ]),
      ),
    });
  });

  it("name each malformed variable, also next to unmatched braces", () => {
    const body = "Dear {{First}} {Name}}, your order for {{Town}} is ready to be collected.";
    expect(Object.fromEntries(wrong({ body })).body).toEqual([
      "Write each variable in double braces, for example {{1}}",
      expect.stringContaining("{{First}} is not a variable"),
      expect.stringContaining("{{Town}} is not a variable"),
    ]);
  });

  it("are all reported for a button", () => {
    const buttons = [
      reply("A"),
      link("B"),
      link("a".repeat(26), "http://{{1}}/x"),
      { ...link("A".repeat(26), "duka/{{1}}/x"), text: "A".repeat(26) },
      reply("D"),
    ];
    expect(Object.fromEntries(wrong({ buttons }))).toMatchObject({
      "buttons[2].text": [expect.stringContaining("at most 25")],
      "buttons[3].text": [expect.stringContaining("at most 25"), "Two buttons can’t have the same text"],
      "buttons[3].value": [
        expect.stringContaining("at most one variable"),
        expect.stringContaining("Enter a full address"),
      ],
      "buttons[3].kind": ["At most 2 buttons can visit a website"],
      "buttons[4].kind": [expect.stringContaining("Keep quick replies together")],
    });
  });

  it("are limited to the length of a text that no form accepts", () => {
    const body = `Dear {{1}} of {{town}}, ${"a".repeat(5000)} today.`;
    expect(problemsOf(draft({ body }))).toEqual({ body: [expect.stringContaining("at most 1024")] });
  });
});
