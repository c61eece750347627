import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#simulators/meta/templateLanguages.ts";
import { connectOrg, orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform } = setUpWhatsappPlatform();

describe("a template in any of Meta's languages", () => {
  it("is offered by name, and accepted by Meta", async () => {
    const org = await connectOrg(platform);
    const { languages } = await platform.call("GET /templates/start", {}, org);
    const codes = languages.map(({ value }) => value);
    expect(codes.slice(0, 3)).toEqual(["en", "sw", "fr"]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(languages.filter(({ value, label }) => value === label)).toEqual([]);
    expect(languages.find(({ value }) => value === "en_GB")?.label).toBe("English (United Kingdom)");
    for (const code of codes) expect(LANGUAGES, code).toContain(code);
    expect(codes).toHaveLength(LANGUAGES.size);
  });

  it("is created, shown and listed with its versions", async () => {
    const org = await connectOrg(platform);
    const ids: string[] = [];
    for (const language of ["en", "ar_EG", "prs_AF"]) {
      const body = `${orderReady.body} (${language})`;
      ids.push((await platform.call("POST /templates", { ...orderReady, language, body }, org)).id);
    }
    const templateId = ids[1]!;
    const { template } = await platform.call("GET /templates/:templateId", { templateId }, org);
    expect(template).toMatchObject({ languageName: "Arabic (Egypt)", status: "PENDING" });
    const { versions } = await platform.call("GET /templates/:templateId/history", { templateId }, org);
    expect(versions.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
  });

  it("is refused at its field in a language that Meta does not have", async () => {
    const org = await connectOrg(platform);
    const response = await platform.request("POST /templates", { ...orderReady, language: "so" }, org);
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual(["language"]);
  });

  it("is copied with its language, or with the language left to choose", async () => {
    const org = await connectOrg(platform);
    const { id: copy } = await platform.call("POST /templates", { ...orderReady, language: "en_US" }, org);
    const start = async (input: object) =>
      (await platform.call("GET /templates/start", { copy, ...input }, org)).values;
    expect(await start({})).toMatchObject({ name: "order_ready_copy", language: "en_US" });
    expect(await start({ language: "" })).toMatchObject({ name: "order_ready", language: "" });
    expect(await start({ language: "xx" })).toMatchObject({ language: "en_US" });
  });
});
