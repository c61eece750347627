import { expect, it } from "vitest";
import { connectOrg, type orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

it("the library has eight templates in three languages, all of which pass our own rules", async () => {
  const org = await connectOrg(platform);
  for (const language of ["en", "sw", "fr"] as const) {
    const { templates: list } = await platform.call("GET /templates/library", { language }, org);
    expect(list).toHaveLength(8);
    for (const { key } of list) {
      const { values } = await platform.call("GET /templates/start", { use: key, language }, org);
      const { warnings } = await platform.call("POST /templates/check", { posted: { ...values } }, org);
      expect([key, language, warnings]).toEqual([key, language, []]);
      const { whatsappAccountId: _, codeExpiryMinutes, securityNote, zeroTapAccepted: _z, ...draft } = values;
      await expect(
        platform.call(
          "POST /templates",
          {
            ...(draft as unknown as typeof orderReady),
            ...(codeExpiryMinutes ? { codeExpiryMinutes } : {}),
            ...(securityNote ? { securityNote: true } : {}),
          },
          org,
        ),
      ).resolves.toMatchObject({ status: "PENDING" });
    }
  }
});

it("common rejection reasons are shown while writing a template, with advice", async () => {
  const org = await connectOrg(platform);
  const rulesFor = async (posted: Record<string, unknown>) =>
    (
      await platform.call("POST /templates/check", { posted: { language: "en", ...posted } }, org)
    ).warnings.map(({ rule }) => rule);
  expect(
    await rulesFor({ category: "UTILITY", body: "Big sale today, buy now!! See https://bit.ly/x" }),
  ).toEqual(["category_promotion", "short_link", "shouting"]);
  expect(
    await rulesFor({ category: "UTILITY", body: "Your order is 10% off, see bit.ly/x for how" }),
    "also without “https://” and the word offer",
  ).toEqual(["category_promotion", "short_link"]);
  expect(await rulesFor({ category: "MARKETING", body: "COME TO OUR SHOP TODAY PLEASE" })).toEqual([
    "no_way_out",
    "capitals",
  ]);
  expect(
    await rulesFor({
      category: "UTILITY",
      name: "test",
      body: "Habari, tumepokea malipo yako ya leo na asante kwa kulipa",
    }),
  ).toEqual(["language", "name"]);
});

it("a text used by another template of the same organisation is reported while writing", async () => {
  const org = await connectOrg(platform);
  const text = "Habari {{1}}, oda yako iko tayari. Karibu dukani.";
  const draft = { name: "order_ready", category: "UTILITY", language: "sw", body: text };
  const samples = [{ key: "1", value: "Asha" }];
  await platform.call("POST /templates", { ...draft, samples } as never, org);
  const warningsFor = async (posted: Record<string, unknown>, as = org) =>
    (await platform.call("POST /templates/check", { posted: { ...draft, ...posted } }, as)).warnings.filter(
      ({ rule }) => rule === "same_words",
    );
  expect(
    await warningsFor({ name: "pick_up", body: "habari {{name}},  oda yako iko tayari.\nKaribu dukani." }),
  ).toEqual([
    { rule: "same_words", field: "body", text: expect.stringContaining("order_ready has the same text") },
  ]);
  expect(await warningsFor({})).toEqual([]);
  expect(await warningsFor({ name: "pick_up", body: "Habari {{1}}, oda yako imefika." })).toEqual([]);
  expect(await warningsFor({ name: "pick_up" }, await connectOrg(platform))).toEqual([]);
});
