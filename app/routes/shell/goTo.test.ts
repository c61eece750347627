import { describe, expect, it } from "vitest";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import type { Locale } from "#app/platform/locale/locale.ts";
import { goTo, type Visitor } from "./goTo.server.ts";
import { synonyms } from "./synonyms.server.ts";

const visitor = (role: string | null, support: object | null = null): Visitor =>
  ({ usertype: "individual", role, support }) as Visitor;
const owner = visitor("owner");

const found = (text: string, user = owner) => goTo(user, { text, sandbox: true });
const pagesFor = (text: string, user = owner) => found(text, user).pages.map(({ to }) => to);
const actionsFor = (text: string, user = owner) => found(text, user).actions.map(({ to }) => to);

describe("the pages that a text names", () => {
  it.each([
    ["bill", "/billing"],
    ["BILLING", "/billing"],
    ["price", "/billing"],
    ["bei", "/billing"],
    ["prix", "/billing"],
    ["ankara", "/billing/invoices"],
    ["facture", "/billing/invoices"],
    ["team", "/settings/inbox/teams"],
    ["timu", "/settings/inbox/teams"],
    ["equipe", "/settings/inbox/teams"],
    ["ÉQUIPE", "/settings/inbox/teams"],
    ["invite", "/settings/members"],
    ["csv", "/contacts/import"],
    ["inbox", "/chat"],
    ["billing inv", "/billing/invoices"],
    ["mot de passe", "/change-password"],
  ])("%j leads to %s, in any language, case and spelling", (text, to) => {
    expect([...pagesFor(text), ...actionsFor(text)]).toContain(to);
  });

  it("are sorted with those first whose name begins with the text", () => {
    expect(pagesFor("invoices")[0]).toBe("/billing/invoices");
    expect(pagesFor("team")[0]).toBe("/settings/inbox/teams");
    expect(actionsFor("new camp")).toEqual(["/messaging/campaigns/new"]);
  });

  it.each<[Locale, string, string]>([
    ["en", "settings", "/settings"],
    ["sw", "mipangilio", "/settings"],
    ["fr", "parametres", "/settings"],
    ["fr", "modeles", "/templates"],
    ["sw", "anwani", "/contacts"],
  ])("in %s go by the names on the screen: %j", (locale, text, to) => {
    expect(withLocale(locale, () => pagesFor(text))).toContain(to);
  });

  it.each(["%_\\", "%", "'", "…", "zzz", "日本語", "مرحبا", "x".repeat(120), "я".repeat(120)])(
    "are none for %j",
    (text) => {
      expect(found(text)).toEqual({ pages: [], actions: [] });
    },
  );

  it("are those of the navigation without a text, each one once", () => {
    const pages = pagesFor("  ");
    expect(pages).toEqual(
      expect.arrayContaining(["/dashboard", "/chat", "/billing", "/settings", "/sandbox"]),
    );
    expect(new Set(pages).size).toBe(pages.length);
  });

  it("are at most six, also for one letter", () => {
    for (const letter of "abcdefghijklmnopqrstuvwxyz") expect(pagesFor(letter).length).toBeLessThanOrEqual(6);
    expect(pagesFor("b")).toContain("/billing");
  });
});

describe("pages and actions for a user", () => {
  it("leave out for an agent what only managers may do", () => {
    const agent = visitor("agent");
    for (const [text, to] of [
      ["new campaign", "/messaging/campaigns/new"],
      ["create template", "/templates/new"],
      ["top up", "/billing/top-up"],
      ["new team", "/settings/inbox/teams/new"],
    ] as const) {
      expect(actionsFor(text), text).toContain(to);
      expect(actionsFor(text, agent), text).not.toContain(to);
    }
    expect(pagesFor("privacy")).toContain("/settings/privacy");
    expect(pagesFor("privacy", agent)).not.toContain("/settings/privacy");
    expect(actionsFor("new contact", agent)).toEqual(["/contacts/new"]);
  });

  it("leave out in a support view what it never allows", () => {
    const staff = visitor("admin", { until: "2026-11-27T09:00:00.000Z" });
    expect(actionsFor("import", staff)).toEqual([]);
    expect(pagesFor("password", staff)).toEqual([]);
    expect(pagesFor("phone", staff)).not.toContain("/sandbox");
    expect(pagesFor("contacts", staff)).toContain("/contacts");
  });

  it("without an organisation are those of the account alone", () => {
    const alone = visitor(null);
    expect(found("", alone)).toEqual({ pages: [], actions: [] });
    expect(pagesFor("billing", alone)).toEqual([]);
    expect(pagesFor("password", alone)).toEqual(["/change-password"]);
  });
});

it("every page with synonyms is found by all of them together", () => {
  expect(Object.keys(synonyms).length).toBeGreaterThan(30);
  for (const [to, words] of Object.entries(synonyms)) {
    expect(words, to).not.toMatch(/[,;]| {2}/);
    expect([...pagesFor(words), ...actionsFor(words)], to).toEqual([to]);
  }
});
