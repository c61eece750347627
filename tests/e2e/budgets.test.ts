import { describe, expect, it } from "vitest";
import { offeredLocales } from "#app/platform/locale/locale.ts";
import { localeOfAddress } from "#app/platform/locale/localeAddress.ts";
import { inLanguage } from "#tests/support/inLanguage.ts";
import { coldVisit, type Weight } from "#tests/support/pageWeight.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

/** In bytes as they travel, brotli, nothing cached. */
const publicPageBytes = 14_600;
const workspacePageBytes = 27.5 * 1024;
const workspaceHtmlBytes = 16 * 1024;
const workspaceScriptBytes = 124 * 1024;
/** Of the first page after signing in. */
const dashboard = { scriptBytes: 122 * 1024, scripts: 14 };

/** Pages over the budget, and their limit until they are lighter: a ratchet, none may grow. */
const heavier: Record<string, { page?: number; script?: number }> = {
  "/chat/:conversationId": { script: 128 * 1024 },
  // Its cards also say in French what SMS cost and how they fared.
  "/messaging/campaigns/:campaignId": { script: 125 * 1024 },
  "/messaging/campaigns/new": { script: 125 * 1024 },
  // A dialog over the list of all invoices.
  "/admin/billing/invoices/:invoiceId": { script: 126 * 1024 },
};

const { server, tour } = setUpSharedTour();

async function weigh(path: string): Promise<Weight> {
  const cookie = tour.cookiesOf(path);
  const { html: _, ...weight } = await coldVisit(server.url, tour.addressOf(path), { cookie });
  console.log(JSON.stringify({ ...weight, path }));
  return weight;
}

describe("the cost of a first visit", () => {
  it.each(pagesOf.visitors)(
    "%s, public, is a page and a stylesheet that fit into the first packets",
    async (path) => {
      const { htmlBytes, cssBytes, scriptBytes, requests } = await weigh(path);
      expect(htmlBytes + cssBytes).toBeLessThanOrEqual(publicPageBytes);
      expect(requests).toBeLessThanOrEqual(2);
      expect(scriptBytes).toBe(0);
    },
  );

  it.each([...pagesOf.members, ...pagesOf.staff])(
    "%s, behind the sign-in, is within the weight of a workspace page, and its script never blocks",
    async (path) => {
      const { htmlBytes, cssBytes, scriptBytes, blockingScripts } = await weigh(path);
      expect(htmlBytes).toBeLessThanOrEqual(workspaceHtmlBytes);
      expect(htmlBytes + cssBytes).toBeLessThanOrEqual(heavier[path]?.page ?? workspacePageBytes);
      expect(scriptBytes).toBeLessThanOrEqual(heavier[path]?.script ?? workspaceScriptBytes);
      expect(blockingScripts).toBe(0);
    },
  );

  it("/dashboard loads little script in few files, and some, which proves the count", async () => {
    const { scriptBytes, scripts } = await weigh("/dashboard");
    expect(scriptBytes).toBeGreaterThan(0);
    expect(scriptBytes).toBeLessThanOrEqual(dashboard.scriptBytes);
    expect(scripts).toBeLessThanOrEqual(dashboard.scripts);
  });
});

describe.each(offeredLocales.filter((locale) => locale !== "en"))("a first visit in %s", (locale) => {
  it("costs no more than one in English may, and declares its language", async () => {
    const problems: string[] = [];
    for (const path of [...pagesOf.visitors, ...pagesOf.members, ...pagesOf.staff]) {
      const cookie = inLanguage(locale, tour.cookiesOf(path));
      const { html, ...weight } = await coldVisit(server.url, tour.addressOf(path), { cookie });
      const lang = html.match(/<html[^>]* lang="(\w+)"/)?.[1];
      if (lang !== (localeOfAddress(path) ?? locale)) problems.push(`${path}: in ${lang}`);
      const isPublic = pagesOf.visitors.includes(path);
      const pageBytes = isPublic ? publicPageBytes : (heavier[path]?.page ?? workspacePageBytes);
      const scriptBytes = isPublic ? 0 : (heavier[path]?.script ?? workspaceScriptBytes);
      const page = weight.htmlBytes + weight.cssBytes;
      if (page > pageBytes) problems.push(`${path}: a page of ${page} bytes`);
      if (weight.scriptBytes > scriptBytes) problems.push(`${path}: ${weight.scriptBytes} bytes of script`);
      if (weight.blockingScripts > 0) problems.push(`${path}: a script that blocks`);
    }
    expect(problems).toEqual([]);
  });
});
