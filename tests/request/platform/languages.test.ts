import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { renderMail } from "#app/domain/record/mails/render.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { type Locale, locales } from "#app/platform/locale/locale.ts";
import { addressIn, localeOfAddress } from "#app/platform/locale/localeAddress.ts";
import { action as settings } from "#app/routes/organisation/settings.tsx";
import { loader as choice, action as choose } from "#app/routes/public/language.tsx";
import { languageLinks } from "#app/routes/public/ownLanguage.ts";
import { loader as sitemap } from "#app/routes/public/sitemap.ts";
import { createLoadContext } from "#app/web/platform.server.ts";
import { loadUser, type SessionUser, userContext } from "#app/web/session.server.ts";
import { answerOf, join, lettersTo, lookUpAddresses, signUpPayload } from "#tests/support/identity.ts";
import { joinOrganisation, newAddress } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, platformOf, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();
const site = { brand: "Tarishi", appUrl: "https://app.test" };

/** The newest email to an address, decoded. */
async function letterTo(email: string) {
  const newest = (await lettersTo(platform, email)).at(-1);
  if (!newest) throw new Error(`no mail to ${email}`);
  return { locale: newest.locale, ...withLocale(newest.locale, () => renderMail(newest.content, site)) };
}

async function askForReset(email: string, locale: Locale = "en") {
  await withLocale(locale, () => platform.request("POST /auth/forgot-password", { email }));
  await lookUpAddresses(platform);
}

describe("an email", () => {
  it("is in its reader's language, whoever requests it in which language", async () => {
    const email = newAddress();
    await join(platform, email);
    await askForReset(email, "fr");
    const letter = await letterTo(email);
    expect([letter.locale, letter.subject]).toEqual(["fr", "Réinitialisez votre mot de passe Tarishi"]);
    expect(letter.html).toContain('<html lang="fr">');

    const org = await platform.createOrg();
    await platform.call("PUT /settings/locale", { locale: "sw" }, org);
    await askForReset(org.email, "fr");
    const chosen = await letterTo(org.email);
    expect([chosen.locale, chosen.subject]).toEqual(["sw", "Weka upya nenosiri lako la Tarishi"]);
    expect(chosen.text).toContain("(saa za Nairobi)");
    expect(chosen.html).toContain("Kitufe kisipofanya kazi");
  });

  it("to an invited person is in the organisation's language", async () => {
    const org = await platform.createOrg("Banque Kilimo");
    await platform.call("PUT /settings/organisation/locale", { locale: "fr" }, org);
    const email = newAddress();
    await platform.call("POST /invitations", { email, role: "agent" }, org);
    const { locale, subject, text } = await letterTo(email);
    expect([locale, subject]).toEqual([
      "fr",
      "Asha Mwangi vous invite à rejoindre Banque Kilimo sur Tarishi",
    ]);
    expect(text).toContain("comme agent");
    // A manager without a chosen language reads it too.
    await askForReset(org.email);
    expect((await letterTo(org.email)).locale).toBe("fr");
  });

  it("with a sign-up code is in the form's language, as is the new organisation", async () => {
    const email = newAddress();
    await withLocale("sw", () => platform.request("POST /auth/signup", signUpPayload(email)));
    const { locale, subject } = await letterTo(email);
    expect([locale, subject]).toEqual([
      "sw",
      expect.stringMatching(/^\d+ ni msimbo wako wa uthibitisho wa Tarishi$/),
    ]);
    const { rows } = await platform.services.db.system.query<{ locale: string }>(
      `select o.locale from organisations o join members m on m.org_id = o.id
        join users u on u.id = m.user_id where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ locale: "sw" }]);
  });
});

describe("the language of an organisation", () => {
  it("is chosen by its managers, among the available ones", async () => {
    const org = await platform.createOrg();
    const agent = await joinOrganisation(platform, org, "agent");
    const key = "PUT /settings/organisation/locale";
    expect(await answerOf(await platform.request(key, { locale: "fr" }, agent))).toMatchObject({
      status: 403,
    });
    expect(await answerOf(await platform.request(key, { locale: "de" }, org))).toMatchObject({ status: 400 });
    await platform.call(key, { locale: "fr" }, org);
    const { user } = await platform.call("GET /auth/me", {}, agent);
    expect(user).toMatchObject({ locale: "fr", organisationLocale: "fr" });
    await platform.call("PUT /settings/locale", { locale: "sw" }, agent);
    expect((await platform.call("GET /auth/me", {}, agent)).user).toMatchObject({ locale: "sw" });
    const [row] = await platform.services.db.withSystem((tx) =>
      tx.select().from(organisations).where(eq(organisations.id, org.orgId)),
    );
    expect(row?.locale).toBe("fr");
  });
});

describe("a member's language", () => {
  const pageFor = async (cookie: string, path: string): Promise<Response> => {
    const request = new Request(new URL(path, "http://localhost:4000"), { headers: { cookie } });
    const context = createLoadContext(platformOf(platform), request);
    const shown = async () => new Response("shown");
    try {
      return (await loadUser({ request, context, params: {} } as never, shown)) as Response;
    } catch (thrown) {
      return thrown as Response;
    }
  };

  it("is chosen on any page, follows the member to another browser, and leaves addresses with a fixed one alone", async () => {
    const org = await platform.createOrg();
    const headers = { "sec-fetch-site": "same-origin", cookie: org.cookie };
    const form = formRequest("/language", { locale: "sw", to: "/profile" }, headers);
    const context = createLoadContext(platformOf(platform), form);
    context.set(userContext, { email: org.email } as SessionUser);
    const chosen = (await choose({ request: form, context, params: {} } as never)) as Response;
    expect(chosen.headers.get("location")).toBe("/profile");
    expect(chosen.headers.get("set-cookie")).toMatch(/^tarishi_language=sw;/);

    const elsewhere = await pageFor(org.cookie, "/dashboard?period=week");
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([302, "/dashboard?period=week"]);
    expect(elsewhere.headers.get("set-cookie")).toMatch(/^tarishi_language=sw;/);
    const again = await withLocale("sw", () => pageFor(org.cookie, "/dashboard?period=week"));
    expect(again.status).toBe(200);
    expect((await withLocale("fr", () => pageFor(org.cookie, "/fr/privacy-policy"))).status).toBe(200);
  });

  it("is the organisation's in its settings, for members who have chosen none", async () => {
    const org = await platform.createOrg();
    const headers = { "sec-fetch-site": "same-origin", cookie: org.cookie };
    const form = formRequest("/settings", { intent: "language", locale: "fr" }, headers);
    expect(await postForm(platform, settings, form)).toMatchObject({ location: "/settings" });
    expect((await pageFor(org.cookie, "/dashboard")).headers.get("set-cookie")).toMatch(
      /^tarishi_language=fr;/,
    );
  });
});

describe("a public page", () => {
  it("has an address in each language, which it declares to search engines", async () => {
    expect(locales.map((locale) => addressIn(locale, "/fr/terms-of-service?a=b"))).toEqual([
      "/terms-of-service?a=b",
      "/sw/terms-of-service?a=b",
      "/fr/terms-of-service?a=b",
    ]);
    expect(locales.map((locale) => addressIn(locale, "/sw"))).toEqual(["/", "/sw", "/fr"]);
    expect(addressIn("fr", "/fresh")).toBeUndefined();
    expect(["/sw", "/fr/privacy-policy", "/swahili", "/", "/en"].map(localeOfAddress)).toEqual([
      "sw",
      "fr",
      undefined,
      undefined,
      undefined,
    ]);
    expect(languageLinks({ appUrl: "https://app.test", locale: "fr" }, "/")).toEqual([
      { tagName: "link", rel: "canonical", href: "https://app.test/fr" },
      { tagName: "link", rel: "alternate", hrefLang: "en", href: "https://app.test/" },
      { tagName: "link", rel: "alternate", hrefLang: "sw", href: "https://app.test/sw" },
      { tagName: "link", rel: "alternate", hrefLang: "fr", href: "https://app.test/fr" },
      { tagName: "link", rel: "alternate", hrefLang: "x-default", href: "https://app.test/" },
    ]);
  });

  const ask = (loader: unknown, path: string): Response => {
    const request = new Request(new URL(path, "http://localhost:4000"));
    const context = createLoadContext(platformOf(platform), request);
    return (loader as (args: object) => Response)({ request, context, params: {} });
  };

  it("is in the sitemap in each language", async () => {
    const text = await ask(sitemap, "/sitemap.xml").text();
    expect(text.match(/<loc>/g)).toHaveLength(12);
    expect(text).toContain("/fr/privacy-policy</loc>");
  });

  it("is shown at its other address when another language is chosen; a page with one address reloads", () => {
    const leadsTo = (to: string, locale: string) =>
      ask(choice, `/language?${new URLSearchParams({ locale, to })}`).headers.get("location");
    expect(leadsTo("/fr/privacy-policy", "sw")).toBe("/sw/privacy-policy");
    expect(leadsTo("/sw", "en")).toBe("/");
    expect(leadsTo("/login?from=%2Fchat", "fr")).toBe("/login?from=%2Fchat");
    expect(leadsTo("https://elsewhere.test/", "fr")).toBe("/fr");
  });
});
