/* One long file, because every part is created, approved, changed and sent by one shop. */
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { media, mediaAtMeta } from "#app/db/schema/messaging/media.ts";
import { events } from "#app/db/schema/record/events.ts";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { SendSources } from "#app/domain/messaging/sender/sources.server.ts";
import { accessTokenOf, findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { applyTemplateEvent } from "#app/domain/whatsapp/templates/applyEvent.server.ts";
import { pdf, picture } from "#tests/support/mediaFiles.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { connectOrg, control, orderReady, setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";

const { platform, simulator } = setUpWhatsappPlatform();
type Org = TestOrg & { wabaId: string };

const rowOf = async (id: string) => {
  const [row] = await platform.services.db.withSystem((tx) =>
    tx.select().from(templates).where(eq(templates.id, id)),
  );
  return row!;
};

/** Posts a form with files, as the pages do, and returns the API's result. */
async function postForm(org: TestOrg, files: Record<string, [Buffer, string]>) {
  const form = new FormData();
  form.append("name", "kept");
  for (const [name, [content, fileName]] of Object.entries(files))
    form.append(`file:${name}`, new Blob([new Uint8Array(content)]), fileName);
  const encoded = new Response(form);
  const answer = await platform.api.fetch(
    new Request("http://localhost:4000/api/media/form", {
      method: "POST",
      headers: {
        cookie: org.cookie,
        "x-client-address": "10.0.0.1",
        "sec-fetch-site": "same-origin",
        "content-type": encoded.headers.get("content-type")!,
      },
      body: await encoded.arrayBuffer(),
    }),
  );
  return (await answer.json()) as { fields: [string, string][]; refused: Record<string, string> };
}
async function upload(org: TestOrg, content: Buffer, fileName: string): Promise<string> {
  const { fields } = await postForm(org, { file: [content, fileName] });
  return fields.find(([name]) => name === "file")![1];
}

const content = {
  category: "UTILITY" as const,
  body: "Hello {{1}}, your receipt is ready for you.",
  samples: [{ key: "1", value: "Asha" }],
};
const refusal = async (org: TestOrg, change: Record<string, unknown>) => {
  const answer = await platform.request("POST /templates", { ...orderReady, ...change }, org);
  return [answer.status, await answer.json()] as const;
};
const card = (media: string, body: string) => ({
  media,
  body,
  buttons: [{ kind: "URL" as const, text: "Look", value: "https://duka.test/p/{{1}}" }],
});
const approve = async (org: TestOrg, id: string) => {
  const { metaTemplateId } = await rowOf(id);
  await control(simulator, "templates", { templateId: metaTemplateId, event: "APPROVED" });
  await platform.call("POST /templates/refresh", {}, org);
};
async function sendingFrom(org: Org) {
  const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
  const phoneNumberId = numbers[0]!.phoneNumberId;
  const template = await platform.services.db.withSystem((tx) =>
    tx.select().from(templates).where(eq(templates.orgId, org.orgId)),
  );
  const account = await findAccount(
    { ...platform.services, orgId: org.orgId },
    template[0]!.whatsappAccountId,
  );
  return {
    phoneNumberId,
    token: accessTokenOf({ ...platform.services, orgId: org.orgId } as never, account),
  };
}

describe("a template with a file header", () => {
  it("sends Meta its sample, is sent with another file uploaded once, and again when that expired", async () => {
    const org = (await connectOrg(platform)) as Org;
    const sample = await upload(org, await picture(), "sample.jpg");
    const { id } = await platform.call(
      "POST /templates",
      { ...content, name: "receipt", language: "en", headerFormat: "IMAGE", headerMedia: sample },
      org,
    );
    await approve(org, id);
    const { template } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(template).toMatchObject({
      status: "APPROVED",
      sendable: true,
      rendered: { header: { format: "IMAGE", mediaId: sample } },
    });
    // Meta's stored sample does not delete our file.
    expect((await rowOf(id)).components[0]).toMatchObject({ media_id: sample });

    const { phoneNumberId, token } = await sendingFrom(org);
    const own = await upload(org, await picture(), "own.jpg");
    const values = { "header:media": own, "1": "Asha" };
    const row = {
      id: "msg_1",
      type: "template",
      recipient: "+254712345678",
      templateId: id,
      variables: values,
    };
    const outgoing = { ...row, attempts: 0, campaignId: null } as unknown as Outgoing;
    const sources = new SendSources(platform.services, org.orgId, phoneNumberId);
    await sources.load([outgoing, outgoing]);
    const compose = () =>
      composeBody(outgoing, sources.template(id), (mediaId) => sources.media.find(mediaId));
    const sent = JSON.parse(compose()) as { template: { components: { parameters: unknown[] }[] } };
    expect(sent.template.components[0]!.parameters).toEqual([
      { type: "image", image: { id: expect.stringMatching(/^\d+$/) } },
    ]);
    const post = async (body: string) =>
      (
        await fetch(`${simulator.url}/v25.0/${phoneNumberId}/messages`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body,
        })
      ).status;
    expect(await post(compose())).toBe(200);
    const kept = () =>
      platform.services.db.withSystem((tx) =>
        tx.select().from(mediaAtMeta).where(eq(mediaAtMeta.mediaId, own)),
      );
    const [first] = await kept();
    expect(await kept()).toHaveLength(1);

    await platform.services.db.withSystem((tx) =>
      tx
        .update(mediaAtMeta)
        .set({ uploadedAt: new Date(Date.now() - 30 * 86_400_000) })
        .where(eq(mediaAtMeta.mediaId, own)),
    );
    const later = new SendSources(platform.services, org.orgId, phoneNumberId);
    await later.load([outgoing]);
    expect(later.media.find(own)!.id).not.toBe(first!.metaMediaId);
    expect(
      await post(composeBody(outgoing, later.template(id), (mediaId) => later.media.find(mediaId))),
    ).toBe(200);
  });

  it("is refused at its field without a sample, with a wrong file type, and with another organisation's file", async () => {
    const org = await connectOrg(platform);
    const document = await upload(org, pdf, "price-list.pdf");
    const foreign = await upload(await connectOrg(platform), await picture(), "theirs.jpg");
    const image = { ...content, header: "", buttons: [], headerFormat: "IMAGE" };
    expect(await refusal(org, image)).toMatchObject([400, { fields: { headerMedia: expect.any(String) } }]);
    for (const headerMedia of [document, foreign, "med_nothing"])
      expect(await refusal(org, { ...image, headerMedia })).toMatchObject([
        400,
        { code: "template.file_missing", fields: { headerMedia: expect.any(String) } },
      ]);
    const { refused } = await postForm(org, { headerMedia: [pdf, "photo.jpg"] });
    expect(refused).toEqual({ headerMedia: expect.stringContaining("the content is .pdf") });
  });
});

describe("a carousel", () => {
  it("is checked, submitted and approved with its cards", async () => {
    const org = await connectOrg(platform);
    const [one, two] = await Promise.all([
      upload(org, await picture(), "1.jpg"),
      upload(org, await picture(), "2.jpg"),
    ]);
    const cards = [card(one!, "Unga at {{1}} this week"), card(two!, "Sugar at {{1}} this week")];
    const samples = [0, 1].flatMap((index) => [
      { key: `card:${index}:1`, value: "KES 150" },
      { key: `card:${index}:button:0`, value: "unga" },
    ]);
    const draft = { ...content, name: "offers", header: "", footer: "", buttons: [], category: "MARKETING" };
    expect(await refusal(org, { ...draft, cards: cards.slice(0, 1) })).toMatchObject([
      400,
      { fields: { "cards[0].body": expect.stringContaining("at least 2") } },
    ]);
    const { id } = await platform.call(
      "POST /templates",
      {
        ...content,
        name: "offers",
        language: "en",
        category: "MARKETING",
        cards,
        samples: [...content.samples, ...samples],
      },
      org,
    );
    await approve(org, id);
    const { template } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(template).toMatchObject({
      sendable: true,
      rendered: { cards: [{ body: "Unga at KES 150 this week" }, { body: "Sugar at KES 150 this week" }] },
    });
    // A copy contains all of it.
    const { values } = await platform.call("GET /templates/start", { copy: id, language: "sw" }, org);
    expect(values).toMatchObject({ name: "offers", language: "sw", cards });
  });
});

describe("an approved template", () => {
  const approved = async () => {
    const org = (await connectOrg(platform)) as Org;
    const { id } = await platform.call("POST /templates", orderReady, org);
    await approve(org, id);
    const { name: _n, language: _l, ...rest } = orderReady;
    const put = (change: Record<string, unknown> = {}) =>
      platform.request("PUT /templates/:templateId", { templateId: id, ...rest, ...change }, org);
    return { org, id, put };
  };

  it("is changed once a day, without its type, and is reviewed again", async () => {
    const { org, id, put } = await approved();
    const typed = await put({ category: "MARKETING" });
    expect([typed.status, (await typed.json()).code]).toEqual([409, "template.category_fixed"]);
    const body = "Dear {{1}}, your order is ready to be collected at {{2}} until this evening.";
    expect(await (await put({ body })).json()).toMatchObject({ status: "PENDING" });
    await approve(org, id);
    const again = await put({ body: orderReady.body });
    expect([again.status, (await again.json()).code]).toEqual([409, "template.edited_today"]);
    const { template } = await platform.call("GET /templates/:templateId", { templateId: id }, org);
    expect(template.editableFrom).not.toBeNull();
  });

  it("reports Meta's change of its category, with the price, in event, notification, timeline and page", async () => {
    const { org, id } = await approved();
    const { metaTemplateId } = await rowOf(id);
    const report = (value: object) =>
      platform.services.db.withOrg(org.orgId, (tx) =>
        applyTemplateEvent(
          tx,
          {
            field: "template_category_update",
            wabaId: org.wabaId,
            value: { message_template_id: metaTemplateId, ...value },
          },
          platform.services.clock,
        ),
      );
    await report({ new_category: "UTILITY", correct_category: "MARKETING" });
    await report({ new_category: "UTILITY", correct_category: "MARKETING" });
    const history = () => platform.call("GET /templates/:templateId/history", { templateId: id }, org);
    expect((await history()).categoryChange).toMatchObject({
      isDone: false,
      was: "Transactional",
      now: "Marketing",
      needsConsent: true,
    });
    await report({ previous_category: "UTILITY", new_category: "MARKETING" });
    const { categoryChange, entries } = await history();
    expect(categoryChange!.isDone).toBe(true);
    expect(categoryChange!.cents!).toBeGreaterThan(categoryChange!.wasCents!);
    expect(entries.map(({ title }) => title)).toEqual([
      "Template type changed by Meta",
      "Meta will change a template’s type",
      "Template approved",
      "Template submitted",
      "Template created",
    ]);
    expect(entries[0]!.details).toMatch(
      /Transactional to Marketing\. Meta’s price is KES\s[\d.]+ per message instead of/,
    );
    const bells = await platform.services.db.withSystem((tx) =>
      tx
        .select({ name: events.name })
        .from(notifications)
        .innerJoin(events, eq(events.id, notifications.eventId))
        .where(and(eq(notifications.orgId, org.orgId), eq(notifications.subjectId, id))),
    );
    expect(bells.map(({ name }) => name)).toContain("template.category_changed");
  });

  it("cannot be used by other organisations", async () => {
    const { id } = await approved();
    const other = await connectOrg(platform);
    for (const [call, input] of [
      ["GET /templates/:templateId/history", { templateId: id }],
      ["GET /templates/start", { copy: id }],
    ] as const)
      expect((await platform.request(call, input, other)).status).toBe(404);
  });
});

describe("sending through the API", () => {
  it("accepts header, location, link suffixes and cards, and refuses files of others", async () => {
    const org = (await connectOrg(platform)) as Org;
    const sample = await upload(org, pdf, "sample.pdf");
    const { id } = await platform.call(
      "POST /templates",
      {
        ...content,
        name: "invoice",
        language: "en",
        headerFormat: "DOCUMENT",
        headerMedia: sample,
        buttons: [{ kind: "URL", text: "Pay", value: "https://duka.test/pay/{{1}}" }],
        samples: [...content.samples, { key: "button:0", value: "INV-1" }],
      },
      org,
    );
    await approve(org, id);
    const { sendMessage } = await import("#app/domain/messaging/messages/send.server.ts");
    const { valuesOfParts } = await import("#app/api/v1/templateParts.ts");
    const { systemContext } = await import("#app/platform/context.ts");
    const ctx = systemContext(platform.services, org.orgId, "test");
    const own = await upload(org, pdf, "inv-7.pdf");
    const send = (mediaId: string, key: string) =>
      sendMessage({
        ctx,
        input: {
          to: "+254712345678",
          template: "invoice",
          parameters: ["Asha"],
          parts: valuesOfParts({ header: { media_id: mediaId }, buttons: [{ index: 0, value: "INV-7" }] }),
          key,
        },
      });
    const foreign = await upload(await connectOrg(platform), pdf, "theirs.pdf");
    await expect(send(foreign, "a")).rejects.toMatchObject({ code: "template.file_missing" });
    const { message } = await send(own, "b");
    const [file] = await platform.services.db.withSystem((tx) =>
      tx.select().from(media).where(eq(media.id, own)),
    );
    expect(file).toMatchObject({ messageId: message.id, kept: false });
  });
});
