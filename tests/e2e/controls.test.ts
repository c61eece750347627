import path from "node:path";
import process from "node:process";
import { matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ratchet } from "#tests/structural/ratchet.ts";
import { driftsOf } from "#tests/support/fieldLimits.ts";
import { formsIn, type RenderedForm } from "#tests/support/formControls.ts";
import { documentAt } from "#tests/support/pageWeight.ts";
import { pagesOf, places } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

/** Controls that differ from the schema of their form, with the reason. */
const differing = [
  // One schema for every kind of step; the verb checks what the kind requires.
  /^flows\/step(New|Edit) (text|saveTo|title\d+|description\d+):/,
  // The verb normalises the number, and says what is wrong with it.
  /^contacts\/(new|show) phone: required/,
  // Several entries in one text: the schema limits each of them.
  /^contacts\/(new|show) tags:/,
  /^contacts\/fields\/(new|edit) options:/,
  /^chat\/(details|cannedReply(New|Edit)) labels:/,
  /^chat\/choices choices:/,
  // A field alone with its send button, without a label to mark.
  /^(chat\/(show|details)|flows\/show|handset\/show) (text|note|message): not marked/,
  // It counts what is typed, so that a pasted text is shortened by its writer.
  /^(chat|handset)\/show text: maxLength/,
  // Required by another choice of the form, which may change without script.
  /^billing\/(payInvoice|topUp) phone: not marked/,
  /^partners\/(new|edit) payoutPhone: not marked/,
  /^(rules\/(new|edit) (value1|templateId)|campaigns\/(new|newBroadcast|edit) variables\[\d+\]\.text): not marked/,
  /^bots\/questionNew expectedEntryId: not marked/,
  // A question with its answer, in one of three languages.
  /^bots\/entry(New|Edit) (question|answer)(En|Sw|Fr): not marked/,
  // Read only with the rate that they belong to.
  /^campaigns\/(new|newBroadcast|edit) (hours|perMinute): maxLength/,
  // Blanks around a pasted code are dropped.
  /^billing\/claim receipt: maxLength/,
];

/** Actions that don't parse a schema by `formAction`, with the reason. */
const withoutSchema = [
  // No fields to fill in.
  "auth/logout",
  "public/language",
  "shell/navigation",
  "billing/planConfirm",
  "developers/rotate",
  // Files.
  "account/picture",
  "admin/bankStatement",
  "bots/document",
  "chat/attach",
  "contacts/import",
  "handset/file",
  // Lists of boxes and rows, read by their names.
  "account/notifications",
  "contacts/importReview",
  "contacts/segments/edit",
  "contacts/segments/new",
  "developers/keys",
  "developers/show",
  "developers/webhook",
  "templates/edit",
  "templates/new",
  // Two forms, of which one brings a file.
  "whatsapp/profile",
];

const routes = path.join(import.meta.dirname, "..", "..", "app", "routes");
const { server, tour } = setUpSharedTour();
const found = { drifts: new Set<string>(), withoutSchema: new Set<string>(), compared: new Set<string>() };

/** The route that a form posts to: `auth/login`. An index route is named by the address. */
function routeOf({ action }: RenderedForm): string {
  const matched = matchRoutes(
    places.map((place) => ({ path: place.path })),
    action.pathname,
  )?.at(-1)?.route.path;
  const files = places.filter((place) => place.path === matched).map(({ file }) => file);
  const file = action.searchParams.has("index") ? files.at(-1) : files[0];
  if (!file) throw new Error(`no route for ${action.pathname}`);
  return file.replace(/^routes\/|\.tsx?$/g, "");
}

async function schemaOf(route: string): Promise<z.ZodType | undefined> {
  const { action } = (await import(/* @vite-ignore */ path.join(routes, `${route}.tsx`))) as {
    action?: { schema?: z.ZodType };
  };
  return action?.schema;
}

/** The drifts of the forms that a page shows, by route and control. */
async function driftsAt(place: string): Promise<string[]> {
  const address = tour.addressOf(place);
  const headers = { cookie: tour.cookiesOf(place), "save-data": "on" };
  const { html } = await documentAt(server.url, address, headers);
  const drifts: string[] = [];
  for (const form of formsIn(html, new URL(address, server.url))) {
    const route = routeOf(form);
    const schema = await schemaOf(route);
    if (!schema) {
      found.withoutSchema.add(route);
      continue;
    }
    const shape = JSON.stringify([
      route,
      form.button,
      form.controls.map(({ name, attributes }) => [name, attributes]),
    ]);
    if (found.compared.has(shape)) continue;
    found.compared.add(shape);
    drifts.push(...driftsOf(schema, form).map((drift) => `${route} ${drift}`));
  }
  for (const drift of drifts) found.drifts.add(drift);
  return drifts;
}

describe.each(["visitors", "members", "staff"] as const)("pages of %s", (audience) => {
  it.each(pagesOf[audience])("%s has controls with the limits of their schema", async (place) => {
    const drifts = await driftsAt(place);
    expect(drifts.filter((drift) => !differing.some((entry) => entry.test(drift)))).toEqual([]);
  });
});

it("compares most forms, and lists only what differs", () => {
  const { SWEEP = "all" } = process.env;
  expect(found.compared.size).toBeGreaterThan(SWEEP === "all" ? 150 : 0);
  // A sweep of some pages does not meet all that is listed.
  if (SWEEP !== "all") return;
  expect(ratchet("controls unlike their schema", differing, [...found.drifts])).toEqual([]);
  expect(ratchet("forms without a schema to compare", withoutSchema, [...found.withoutSchema])).toEqual([]);
});

it("a wrong limit, a missing one, and a wrong mark are detected", () => {
  const schema = z.object({
    title: z.string().max(20),
    note: z.string().max(20).optional(),
    phone: z.string(),
    tag: z.string().max(5).optional(),
  });
  const html = `<form method="post"><input name="title" maxlength="30" aria-required="true">
    <textarea name="note"></textarea><input name="phone"><input name="tag" maxlength="5" required></form>`;
  const [form] = formsIn(html, new URL("http://localhost/contacts"));
  expect(driftsOf(schema, form!)).toEqual([
    "title: maxLength 30, 20 in the schema",
    "note: maxLength Infinity, 20 in the schema",
    "phone: not marked, required in the schema",
    "tag: required, optional in the schema",
  ]);
});
