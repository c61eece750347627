import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectOrg, control, orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();

const rowOf = async (id: string) => {
  const [row] = await platform.services.db.withSystem((tx) =>
    tx.select().from(templates).where(eq(templates.id, id)),
  );
  return row!;
};

/** A template that Meta has rejected. */
async function rejectedTemplate(): Promise<{ org: TestOrg; id: string; metaTemplateId: string }> {
  const org = await connectOrg(platform);
  const { id } = await platform.call("POST /templates", orderReady, org);
  const metaTemplateId = (await rowOf(id)).metaTemplateId!;
  await control(simulator, "templates", { templateId: metaTemplateId, event: "REJECTED" });
  await platform.call("POST /templates/refresh", {}, org);
  platform.waiting.length = 0;
  return { org, id, metaTemplateId };
}

const { name: _name, language: _language, ...content } = orderReady;
const better = { ...content, body: "Dear {{1}}, your order is waiting for you at {{2}} until this evening." };
const put = (org: TestOrg, id: string, change: Record<string, unknown> = {}) =>
  platform.request("PUT /templates/:templateId", { templateId: id, ...better, ...change }, org);
const refused = async (response: Response) => [response.status, (await response.json()).code];

describe("a rejected template", () => {
  it("is changed and resubmitted under its name, once", async () => {
    const { org, id, metaTemplateId } = await rejectedTemplate();
    const { template: before } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(before).toMatchObject({ status: "REJECTED", editable: true });
    const answer = await put(org, id);
    expect(await answer.json()).toEqual({ id, name: "order_ready", status: "PENDING" });
    expect(await rowOf(id)).toMatchObject({
      status: "PENDING",
      metaTemplateId,
      rejectionReason: null,
      components: expect.arrayContaining([expect.objectContaining({ text: better.body })]),
    });
    expect(await platform.call("POST /templates/refresh", {}, org)).toMatchObject({ changed: 0 });
    expect(await refused(await put(org, id))).toEqual([409, "template.not_editable"]);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.map(({ action }) => action).slice(0, 2)).toEqual(["Template submitted", "Template edited"]);
  });

  it("is unchanged when Meta or our rules refuse the change", async () => {
    const { org, id, metaTemplateId } = await rejectedTemplate();
    const before = await rowOf(id);
    expect(await refused(await put(org, id, { body: "{{1}}" }))).toEqual([400, "template.invalid"]);
    const named = {
      header: "",
      body: "Dear {{first_name}}, your order is waiting for you today.",
      buttons: [],
    };
    const samples = [{ key: "first_name", value: "Asha" }];
    expect(await refused(await put(org, id, { ...named, samples }))).toEqual([400, "template.invalid"]);
    // Meta is reviewing it again, as when someone edited it in WhatsApp Manager.
    await control(simulator, "templates", { templateId: metaTemplateId, event: "PENDING" });
    await platform.services.db.withSystem((tx) =>
      tx.update(templates).set({ status: "REJECTED" }).where(eq(templates.id, id)),
    );
    expect(await refused(await put(org, id))).toEqual([409, "meta.template_refused"]);
    const { updatedAt: _, ...after } = await rowOf(id);
    expect(before).toMatchObject(after);
  });

  it("whose submission got no response is followed up, without a second edit", async () => {
    const { org, id, metaTemplateId } = await rejectedTemplate();
    await put(org, id);
    await platform.services.db.withSystem((tx) =>
      tx.update(templates).set({ status: "DRAFT" }).where(eq(templates.id, id)),
    );
    await platform.runJobs();
    expect(await rowOf(id)).toMatchObject({ status: "PENDING", metaTemplateId });
  });

  it("is edited by the job when the first try did not reach Meta", async () => {
    const { org, id } = await rejectedTemplate();
    const { components } = await rowOf(id);
    await platform.services.db.withSystem((tx) =>
      tx.update(templates).set({ status: "DRAFT", components }).where(eq(templates.id, id)),
    );
    const { submitTemplateJob } = await import("#app/domain/whatsapp/jobs.ts");
    await platform.services.jobs.enqueue(submitTemplateJob, { orgId: org.orgId, templateId: id });
    await platform.runJobs();
    expect(await rowOf(id)).toMatchObject({ status: "PENDING" });
  });

  it("of another organisation is not found, and a disabled one is not editable", async () => {
    const { id, org, metaTemplateId } = await rejectedTemplate();
    const other = await connectOrg(platform, "Soko Safi");
    expect((await put(other, id)).status).toBe(404);
    await control(simulator, "templates", { templateId: metaTemplateId, event: "DISABLED" });
    await platform.call("POST /templates/refresh", {}, org);
    expect(await refused(await put(org, id))).toEqual([409, "template.not_editable"]);
  });
});
