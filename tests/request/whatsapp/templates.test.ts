import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { applyTemplateEvent } from "#app/domain/whatsapp/templates/applyEvent.server.ts";
import { newId } from "#app/platform/ids.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectWhatsapp } from "#tests/support/sending.ts";
import { connectOrg, control, orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

const rowOf = async (id: string) => {
  const [row] = await platform.services.db.withSystem((tx) =>
    tx.select().from(templates).where(eq(templates.id, id)),
  );
  return row!;
};
const create = (org: TestOrg, change: Record<string, unknown> = {}) =>
  platform.call("POST /templates", { ...orderReady, ...change }, org);
async function refused(org: TestOrg, change: Record<string, unknown>) {
  const response = await platform.request("POST /templates", { ...orderReady, ...change }, org);
  return {
    status: response.status,
    ...((await response.json()) as { code: string; fields?: Record<string, string> }),
  };
}

describe("creating a template", () => {
  it("normalises the name, submits to Meta with the samples, and waits for the review", async () => {
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

  it("sends named variables and one-time codes in Meta's format", async () => {
    const org = await connectOrg(platform);
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
    const { template } = await platform.call("GET /templates/:templateId", { templateId: code.id }, org);
    expect(template).toMatchObject({
      type: "OTP",
      rendered: {
        body: "*123456* is your verification code. For your security, do not share this code.",
        footer: "This code expires in 10 minutes.",
      },
    });
  });

  it("reports the wrong field before anything is sent to Meta", async () => {
    const org = await connectOrg(platform);
    expect(await refused(org, { body: "{{1}} is ready" })).toMatchObject({
      status: 400,
      code: "template.invalid",
      fields: { body: expect.stringContaining("start or end") },
    });
    expect(await refused(org, { body: "{{1}} ready {{3}}" })).toMatchObject({
      fields: {
        body: expect.stringMatching(/\{\{2\}\} is missing\n.*start or end.*\nToo many variables/),
      },
    });
    expect(await refused(org, { samples: orderReady.samples.slice(0, 3) })).toMatchObject({
      fields: { "samples[3].value": expect.stringContaining("sample") },
    });
    expect((await platform.call("GET /templates", {}, org)).total).toBe(0);
  });

  it("refuses a name that is taken in this language, at the name", async () => {
    const org = await connectOrg(platform);
    await create(org);
    expect(await refused(org, {})).toMatchObject({
      status: 409,
      code: "template.name_taken",
      fields: { name: expect.stringContaining("already") },
    });
    await expect(create(org, { language: "fr" })).resolves.toMatchObject({ status: "PENDING" });
  });

  it("needs a connected account", async () => {
    const org = await platform.createOrg();
    expect(await refused(org, {})).toMatchObject({ status: 409, code: "whatsapp.not_connected" });
  });

  it("leaves nothing behind when Meta refuses, and shows Meta's message", async () => {
    const org = await connectOrg(platform);
    const first = await create(org);
    await platform.services.db.withSystem((tx) => tx.delete(templates).where(eq(templates.id, first.id)));
    expect(await refused(org, {})).toMatchObject({
      code: "meta.template_refused",
      fields: { name: expect.stringContaining("already") },
    });
    expect((await platform.call("GET /templates", {}, org)).total).toBe(0);
  });

  it("looks it up by name, and does not create twice, when Meta's response was lost", async () => {
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
    const { submitTemplateJob } = await import("#app/domain/whatsapp/jobs.ts");
    await platform.services.jobs.enqueue(submitTemplateJob, { orgId: org.orgId, templateId: created.id });
    await platform.runJobs();
    expect(await rowOf(created.id)).toMatchObject({ status: "PENDING", metaTemplateId });
  });
});

describe("the list", () => {
  it("searches names and texts, filters by status, and treats % literally", async () => {
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
  it("removes it at Meta and from the list, and the name is free after Meta's block", async () => {
    const org = await connectOrg(platform);
    const { id } = await create(org);
    await platform.call("DELETE /templates/:templateId", { templateId: id }, org);
    expect((await platform.call("GET /templates", {}, org)).total).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: "DELETED" });
    await expect(create(org)).resolves.toMatchObject({ name: "order_ready" });
  });

  it("waits for the campaign that needs it", async () => {
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
    applyTemplateEvent(
      tx,
      {
        field: "message_template_status_update",
        value: {
          event: "DELETED",
          message_template_id: 1,
          message_template_name: "order_ready",
          message_template_language: "en",
        },
        wabaId: stranger.wabaId,
      },
      platform.clock,
    ),
  );
  expect(await rowOf(id)).toMatchObject({ status: "PENDING" });
});

describe("templates of several accounts", () => {
  it("show their account only when there are two", async () => {
    const org = await platform.createOrg();
    const first = await connectWhatsapp(platform, org);
    const accounts = async () =>
      (await platform.call("GET /templates", {}, org)).templates.map(({ account }) => account);
    expect(await accounts()).toEqual([null]);
    const second = await connectWhatsapp(platform, org);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(whatsappAccounts)
        .set({ name: "Duka Mombasa" })
        .where(eq(whatsappAccounts.id, second.whatsappAccountId)),
    );
    expect((await accounts()).sort()).toEqual(["Duka", "Duka Mombasa"]);
    expect(first.whatsappAccountId).not.toBe(second.whatsappAccountId);
  });
});
