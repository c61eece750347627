import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { applyTemplateEvent } from "#app/domain/whatsapp/templates/applyEvent.server.ts";
import { syncTemplates } from "#app/domain/whatsapp/templates/sync.server.ts";
import type { GraphRequest } from "#app/providers/meta/graph.server.ts";
import { entriesOf } from "#tests/support/entries.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectOrg, control, orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

const rowOf = async (id: string) => {
  const [row] = await platform.services.db.withSystem((tx) =>
    tx.select().from(templates).where(eq(templates.id, id)),
  );
  return row!;
};
const notesOf = async (org: TestOrg) => (await platform.call("GET /notifications", {}, org)).notifications;
const create = (org: TestOrg, change: Record<string, unknown> = {}) =>
  platform.call("POST /templates", { ...orderReady, ...change }, org);
/** A webhook body as Meta sends it, for this template. */
function event(file: string, template: { metaTemplateId: string | null; name: string }) {
  const body = JSON.parse(
    readFileSync(path.join(import.meta.dirname, "../../fixtures/whatsapp-webhooks", file), "utf8"),
  );
  const change = body.entry[0].changes[0];
  change.value.message_template_id = Number(template.metaTemplateId);
  change.value.message_template_name = template.name;
  return change as { field: string; value: Record<string, unknown> };
}

describe("the review", () => {
  it("rejects with reason and recommendation, notifies the member once, and logs it", async () => {
    const org = await connectOrg(platform);
    const { id } = await create(org);
    const change = event("tpl_status_rejected.json", await rowOf(id));
    for (const expected of ["applied", "applied"]) {
      const outcome = await platform.services.db.withSystem((tx) =>
        applyTemplateEvent(tx, { ...change, wabaId: org.wabaId }, platform.clock),
      );
      expect(outcome).toBe(expected);
    }
    const { template } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(template).toMatchObject({
      status: "REJECTED",
      rejectionReason: "Parameters are placed next to each other. Separate parameters with text.",
    });
    expect((await notesOf(org)).map(({ title }) => title)).toEqual(["Template rejected"]);
    const entries = (await entriesOf(platform, org.orgId)).filter(
      ({ action }) => action === "Template rejected",
    );
    expect(entries).toHaveLength(1);
  });

  it("finds a template of unknown id by name and language, whatever the dash", async () => {
    const org = await connectOrg(platform);
    const { id } = await create(org);
    await platform.services.db.withSystem((tx) =>
      tx
        .update(templates)
        .set({ status: "DRAFT", metaTemplateId: null, language: "en_US" })
        .where(eq(templates.id, id)),
    );
    const change = event("tpl_status_approved.json", {
      metaTemplateId: "1689556908129832",
      name: "order_ready",
    });
    change.value.message_template_language = "en-US";
    await platform.services.db.withSystem((tx) =>
      applyTemplateEvent(tx, { ...change, wabaId: org.wabaId }, platform.clock),
    );
    expect(await rowOf(id)).toMatchObject({ status: "APPROVED", metaTemplateId: "1689556908129832" });
  });

  it("applies pause, reinstatement, quality and a new category, and ignores unknown changes", async () => {
    const org = await connectOrg(platform);
    const { id } = await create(org);
    const apply = async (change: { field: string; value: unknown }, wabaId = org.wabaId) =>
      platform.services.db.withSystem((tx) => applyTemplateEvent(tx, { ...change, wabaId }, platform.clock));
    const row = await rowOf(id);
    await apply(event("tpl_status_paused.json", row));
    expect(await rowOf(id)).toMatchObject({ status: "PAUSED", rejectionReason: "Paused for 3 hours." });
    await apply(event("tpl_status_reinstated.json", row));
    await apply(event("tpl_quality.json", row));
    await apply(event("tpl_category_done.json", row));
    expect(await rowOf(id)).toMatchObject({
      status: "APPROVED",
      qualityScore: "YELLOW",
      category: "MARKETING",
      rejectionReason: null,
    });
    expect(await apply({ field: "message_template_status_update", value: { odd: true } })).toBe("ignored");
    expect(await apply(event("tpl_status_disabled.json", row), "999999999999999")).toBe("ignored");
    expect(await rowOf(id)).toMatchObject({ status: "APPROVED" });
  });
});

describe("changed texts", () => {
  const changeOf = (metaTemplateId: string | null, buttons: unknown) => ({
    field: "message_template_components_update",
    value: {
      message_template_id: metaTemplateId,
      message_template_element: "New words, {{1}}.",
      message_template_buttons: buttons,
    },
  });

  it("include their buttons, under long or short names; incomplete buttons are kept", async () => {
    const org = await connectOrg(platform);
    const { id } = await create(org);
    const { metaTemplateId } = await rowOf(id);
    const buttonsAfter = async (buttons: unknown) => {
      await platform.services.db.withSystem((tx) =>
        applyTemplateEvent(tx, { ...changeOf(metaTemplateId, buttons), wabaId: org.wabaId }, platform.clock),
      );
      const { components } = await rowOf(id);
      expect(components).toContainEqual(expect.objectContaining({ type: "BODY", text: "New words, {{1}}." }));
      return components.find(({ type }) => type === "BUTTONS");
    };
    const type = "URL";
    const track = { text: "Track", url: "https://example.co.ke/{{1}}" };
    const whole = { type: "BUTTONS", buttons: [expect.objectContaining({ type, ...track })] };
    const long = {
      message_template_button_type: type,
      message_template_button_text: track.text,
      message_template_button_url: track.url,
    };
    expect(await buttonsAfter([long])).toEqual(whole);
    expect(await buttonsAfter([{ message_template_button_type: type, ...track }])).toEqual(whole);
    expect(await buttonsAfter([{ message_template_button_type: type, text: "No address" }])).toEqual(whole);
    expect(await buttonsAfter("nothing")).toEqual(whole);
  });
});

describe("synchronising", () => {
  it("imports templates from WhatsApp Manager, updates states, and marks missing ones", async () => {
    const org = await connectOrg(platform);
    const kept = await create(org);
    const gone = await create(org, { name: "gone" });
    await control(simulator, "templates", {
      templateId: (await rowOf(kept.id)).metaTemplateId,
      event: "APPROVED",
    });
    await platform.services.db.withSystem((tx) => tx.delete(templates).where(eq(templates.id, kept.id)));
    await platform.services.db.withSystem((tx) =>
      tx
        .update(templates)
        .set({ metaTemplateId: "1000000000000009", name: "gone_already" })
        .where(eq(templates.id, gone.id)),
    );
    const result = await platform.call("POST /templates/refresh", {}, org);
    expect(result).toEqual({ read: 2, added: 2, changed: 0, removed: 1 });
    const { templates: listed } = await platform.call("GET /templates", {}, org);
    expect(listed.map(({ name, status }) => [name, status]).sort()).toEqual([
      ["gone", "PENDING"],
      ["order_ready", "APPROVED"],
    ]);
    expect(await platform.call("POST /templates/refresh", {}, org)).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
    });
  });

  it("does not change what arrived after Meta's list was read", async () => {
    const org = await connectOrg(platform);
    const reviewed = await create(org);
    const [fresh, { graph }] = [{ id: "" }, org.ctx];
    const call = async (request: GraphRequest) => {
      const answer = await graph.call(request);
      if (request.path.endsWith("/message_templates") && fresh.id === "") {
        fresh.id = (await create(org, { name: "fresh" })).id;
        const { field, value } = event("tpl_status_rejected.json", await rowOf(reviewed.id));
        const approval = { ...value, event: "APPROVED", reason: "NONE" };
        await platform.services.db.withSystem((tx) =>
          applyTemplateEvent(tx, { field, value: approval, wabaId: org.wabaId }, platform.clock),
        );
      }
      return answer;
    };
    const ctx = { ...org.ctx, graph: { ...graph, call: call as typeof graph.call } };
    expect(await syncTemplates({ ctx, input: {} })).toEqual({ read: 1, added: 0, changed: 0, removed: 0 });
    expect((await rowOf(reviewed.id)).status).toBe("APPROVED");
    expect((await rowOf(fresh.id)).status).toBe("PENDING");
  });

  it("does not offer a template with an unsupported part, and names the part", async () => {
    const org = await connectOrg(platform);
    const { id } = await create(org);
    const { metaTemplateId, name } = await rowOf(id);
    const components = [
      { type: "BODY", text: "Our offers of this week" },
      { type: "CAROUSEL", cards: [{ components: [] }] },
    ];
    const node = { id: metaTemplateId, name, language: "en", status: "APPROVED", components };
    const graph = { ...org.ctx.graph, call: async () => ({ data: [node] }) as never };
    await syncTemplates({ ctx: { ...org.ctx, graph }, input: {} });
    const { template } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(template).toMatchObject({
      status: "APPROVED",
      sendable: false,
      unsupported: expect.stringContaining("carousel"),
      rendered: { body: "Our offers of this week" },
    });
    await platform.services.db.withSystem((tx) =>
      applyTemplateEvent(
        tx,
        {
          field: "message_template_components_update",
          value: { message_template_id: metaTemplateId, message_template_element: "Our offers of today" },
          wabaId: org.wabaId,
        },
        platform.clock,
      ),
    );
    expect((await rowOf(id)).components).toEqual([
      { type: "BODY", text: "Our offers of today" },
      { type: "CAROUSEL", cards: [{ components: [] }] },
    ]);
  });
});
