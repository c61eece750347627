import { readFileSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activityLogs, notifications } from "#app/db/schema/identity.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { applyTemplateEvent } from "#app/domain/templates/applyEvent.server.ts";
import { newId } from "#app/shared/ids.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectOrg, control, createWhatsappPlatform } from "#tests/support/whatsapp.ts";

let setup: Awaited<ReturnType<typeof createWhatsappPlatform>>;
beforeAll(async () => {
  setup = await createWhatsappPlatform();
});
afterAll(() => setup.close());

const orderReady = {
  name: "Order ready!",
  category: "UTILITY" as const,
  language: "en" as const,
  header: "Order {{1}}",
  body: "Hello {{1}}, your order is ready to be collected at {{2}} until this evening.",
  footer: "Duka Letu",
  buttons: [
    { kind: "QUICK_REPLY" as const, text: "On my way", value: "" },
    { kind: "URL" as const, text: "Track", value: "https://duka.test/t/{{1}}" },
  ],
  samples: [
    { key: "header:1", value: "TR-5521" },
    { key: "1", value: "Asha" },
    { key: "2", value: "Nakuru" },
    { key: "button:1", value: "abc" },
  ],
};

const rowOf = async (id: string) => {
  const [row] = await setup.platform.services.db.withSystem((tx) =>
    tx.select().from(templates).where(eq(templates.id, id)),
  );
  return row!;
};
const notesOf = (org: TestOrg) =>
  setup.platform.services.db.withSystem((tx) =>
    tx.select().from(notifications).where(eq(notifications.orgId, org.orgId)),
  );
const create = (org: TestOrg, change: Record<string, unknown> = {}) =>
  setup.platform.call("POST /templates", { ...orderReady, ...change }, org);
async function refused(org: TestOrg, change: Record<string, unknown>) {
  const response = await setup.platform.request("POST /templates", { ...orderReady, ...change }, org);
  return {
    status: response.status,
    ...((await response.json()) as { code: string; fields?: Record<string, string> }),
  };
}

/** A webhook body as Meta composed it, aimed at this template. */
function event(file: string, template: { metaTemplateId: string | null; name: string }) {
  const body = JSON.parse(
    readFileSync(path.join(import.meta.dirname, "../fixtures/whatsapp-webhooks", file), "utf8"),
  );
  const change = body.entry[0].changes[0];
  change.value.message_template_id = Number(template.metaTemplateId);
  change.value.message_template_name = template.name;
  return change as { field: string; value: Record<string, unknown> };
}

describe("creating a template", () => {
  it("normalises the name, submits to Meta with the samples, and waits for the review", async () => {
    const { platform } = setup;
    const org = await connectOrg(platform);
    const created = await create(org);
    expect(created).toMatchObject({ name: "order_ready", status: "PENDING" });
    const { template } = await platform.call("GET /templates/:templateId", { templateId: created.id }, org);
    expect(template).toMatchObject({
      type: "Transactional",
      languageName: "English",
      statusWords: { label: "Pending" },
      rendered: { body: "Hello Asha, your order is ready to be collected at Nakuru until this evening." },
    });
    const list = await platform.call("GET /templates", {}, org);
    expect(list.templates.map(({ name }) => name)).toEqual(["order_ready"]);
  });

  it("takes named variables and one-time codes as Meta wants them", async () => {
    const org = await connectOrg(setup.platform);
    const named = await create(org, {
      name: "karibu",
      category: "MARKETING",
      language: "sw",
      header: "",
      body: "Habari {{first_name}}, karibu tena dukani kwetu wiki hii.",
      buttons: [],
      samples: [{ key: "first_name", value: "Asha" }],
    });
    expect((await rowOf(named.id)).parameterFormat).toBe("named");
    const code = await create(org, {
      name: "code",
      category: "AUTHENTICATION",
      securityNote: true,
      codeExpiryMinutes: 10,
    });
    const { template } = await setup.platform.call(
      "GET /templates/:templateId",
      { templateId: code.id },
      org,
    );
    expect(template).toMatchObject({
      type: "OTP",
      rendered: {
        body: "*123456* is your verification code. For your security, do not share this code.",
        footer: "This code expires in 10 minutes.",
      },
    });
  });

  it("names the wrong field before anything is sent to Meta", async () => {
    const org = await connectOrg(setup.platform);
    expect(await refused(org, { body: "{{1}} is ready" })).toMatchObject({
      status: 400,
      code: "template.invalid",
      fields: { body: expect.stringContaining("first or the last") },
    });
    expect(await refused(org, { samples: orderReady.samples.slice(0, 3) })).toMatchObject({
      fields: { "samples[3].value": expect.stringContaining("example") },
    });
    expect((await setup.platform.call("GET /templates", {}, org)).total).toBe(0);
  });

  it("refuses a name that the language has already, at the name", async () => {
    const org = await connectOrg(setup.platform);
    await create(org);
    expect(await refused(org, {})).toMatchObject({
      status: 409,
      code: "template.name_taken",
      fields: { name: expect.stringContaining("already") },
    });
    await expect(create(org, { language: "fr" })).resolves.toMatchObject({ status: "PENDING" });
  });

  it("needs a connected account", async () => {
    const org = await setup.platform.createOrg();
    expect(await refused(org, {})).toMatchObject({ status: 409, code: "whatsapp.not_connected" });
  });

  it("leaves nothing behind when Meta refuses, and shows Meta's words", async () => {
    const org = await connectOrg(setup.platform);
    const first = await create(org);
    await setup.platform.services.db.withSystem((tx) =>
      tx.delete(templates).where(eq(templates.id, first.id)),
    );
    expect(await refused(org, {})).toMatchObject({
      code: "meta.template_refused",
      fields: { name: expect.stringContaining("already") },
    });
    expect((await setup.platform.call("GET /templates", {}, org)).total).toBe(0);
  });

  it("finds out by name, and does not create twice, when Meta's answer was lost", async () => {
    const { platform } = setup;
    const org = await connectOrg(platform);
    const created = await create(org);
    const { metaTemplateId } = await rowOf(created.id);
    await platform.services.db.withSystem((tx) =>
      tx
        .update(templates)
        .set({ status: "DRAFT", metaTemplateId: null, submittedAt: null })
        .where(eq(templates.id, created.id)),
    );
    platform.waiting.length = 0;
    const { submitTemplateLater } = await import("#app/jobs/submitTemplate.server.ts");
    await platform.services.jobs.enqueue(submitTemplateLater, { orgId: org.orgId, templateId: created.id });
    await platform.runJobs();
    expect(await rowOf(created.id)).toMatchObject({ status: "PENDING", metaTemplateId });
  });
});

describe("the review", () => {
  it("rejects with reason and recommendation, tells the member once, and logs it", async () => {
    const { platform } = setup;
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
    const entries = await platform.services.db.withSystem((tx) =>
      tx
        .select()
        .from(activityLogs)
        .where(and(eq(activityLogs.orgId, org.orgId), eq(activityLogs.action, "Template rejected"))),
    );
    expect(entries).toHaveLength(1);
  });

  it("finds a template whose id it does not know yet by name and language, whatever the dash", async () => {
    const { platform } = setup;
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

  it("applies pause, reinstatement, quality and a new type, and ignores what it does not know", async () => {
    const { platform } = setup;
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

describe("synchronising", () => {
  it("brings in what was made in WhatsApp Manager, moves states, and marks what is gone", async () => {
    const { platform, simulator } = setup;
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
});

describe("the list", () => {
  it("searches names and texts, filters by status, and takes % for itself", async () => {
    const { platform, simulator } = setup;
    const org = await connectOrg(platform);
    const { id } = await create(org);
    await create(org, {
      name: "half_price",
      header: "",
      body: "This week 50% off all bread in our shop.",
      buttons: [],
      samples: [],
    });
    await control(simulator, "templates", {
      templateId: (await rowOf(id)).metaTemplateId,
      event: "APPROVED",
    });
    await platform.call("POST /templates/refresh", {}, org);
    const names = async (filter: Record<string, string>) =>
      (await platform.call("GET /templates", filter, org)).templates.map(({ name }) => name);
    expect(await names({ search: "bread" })).toEqual(["half_price"]);
    expect(await names({ search: "50%" })).toEqual(["half_price"]);
    expect(await names({ search: "%" })).toEqual(["half_price"]);
    expect(await names({ status: "approved" })).toEqual(["order_ready"]);
    expect(await names({ status: "nonsense" })).toHaveLength(2);
  });
});

describe("deleting", () => {
  it("takes it from Meta and from the list, and the name can be used again after Meta's block", async () => {
    const { platform } = setup;
    const org = await connectOrg(platform);
    const { id } = await create(org);
    await platform.call("DELETE /templates/:templateId", { templateId: id }, org);
    expect((await platform.call("GET /templates", {}, org)).total).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: "DELETED" });
    await expect(create(org)).resolves.toMatchObject({ name: "order_ready" });
  });

  it("waits for the campaign that needs it", async () => {
    const { platform } = setup;
    const org = await connectOrg(platform);
    const { id } = await create(org);
    await platform.services.db.withSystem((tx) =>
      tx.insert(campaigns).values({
        orgId: org.orgId,
        id: newId("cmp"),
        name: "Novemba",
        status: "sending",
        templateId: id,
        phoneNumberId: "1",
        audience: { kind: "all" },
      }),
    );
    const response = await platform.request("DELETE /templates/:templateId", { templateId: id }, org);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "template.in_use" });
  });
});

it("a template of another organisation is not found, and stays", async () => {
  const { platform } = setup;
  const [owner, stranger] = [await connectOrg(platform, "Mwenye"), await connectOrg(platform, "Mgeni")];
  const { id } = await create(owner);
  for (const key of [
    "GET /templates/:templateId",
    "DELETE /templates/:templateId",
    "POST /templates/:templateId/preview",
  ]) {
    expect((await platform.request(key, { templateId: id }, stranger)).status).toBe(404);
  }
  expect((await platform.call("GET /templates", {}, stranger)).total).toBe(0);
  await platform.services.db.withSystem((tx) =>
    applyTemplateEvent(tx, {
      field: "message_template_status_update",
      value: {
        event: "DELETED",
        message_template_id: 1,
        message_template_name: "order_ready",
        message_template_language: "en",
      },
      wabaId: stranger.wabaId,
    }),
  );
  expect(await rowOf(id)).toMatchObject({ status: "PENDING" });
});
