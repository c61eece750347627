import { describe, expect, it } from "vitest";
import { loader as draftForm, action as editCampaign } from "#app/routes/campaigns/edit.tsx";
import { loader as emptyForm, action as newCampaign } from "#app/routes/campaigns/new.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { formRequest, openScreen, platformOf, postForm } from "#tests/support/screens.ts";
import { addContacts, connectWhatsapp, createPrepaidOrg } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const newPath = "/messaging/campaigns/new";

interface Composed {
  template: { id: string; variables: { key: string }[] } | null;
  rows: { key: string; source: string; text: string }[];
  preview: { contact: string | null; message: { body: string } } | null;
  counted: { audience: { recipients: number }; price: { totalCents: number } } | null;
  audience: { kind: string; tag: string; meant: { rows: unknown[] } };
}

async function shop() {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org, {
    components: [{ type: "BODY", text: "Hello {{1}}, visit {{2}}." }],
  });
  await addContacts(platform, org, 3, (index) => ({ name: "Asha", tags: index === 0 ? ["vip"] : [] }));
  const { templateId, phoneNumberId } = sender;
  return { org, templateId, typed: { name: "Sale", phoneNumberId, kind: "all", key: crypto.randomUUID() } };
}

const variables = (first: string, second: string) => ({
  "variables[0].key": "1",
  "variables[0].source": "contact:first_name",
  "variables[0].text": first,
  "variables[1].key": "2",
  "variables[1].source": "text",
  "variables[1].text": second,
});

const send = (
  org: TestOrg,
  fields: Record<string, string>,
  { action = newCampaign, path = newPath, params = {} } = {} as {
    action?: unknown;
    path?: string;
    params?: object;
  },
) => {
  const request = formRequest(path, fields, { "sec-fetch-site": "same-origin", cookie: org.cookie });
  const run = ({ context }: { context: unknown }) =>
    (action as (args: object) => Promise<unknown>)({ request, context, params });
  return postForm(platform, run, request);
};

/** What the form shows after an update or a refusal. */
async function shownAfter(org: TestOrg, fields: Record<string, string>) {
  const request = formRequest(newPath, fields, { "sec-fetch-site": "same-origin", cookie: org.cookie });
  const context = createLoadContext(platformOf(platform), request);
  const answer = (await newCampaign({ request, context, params: {} } as never)) as {
    data: { composed: Composed; result: { initialValue: Record<string, unknown> } };
  };
  return { ...answer.data.composed, typed: answer.data.result.initialValue };
}

const stored = async (org: TestOrg) => (await platform.call("GET /campaigns", {}, org)).campaigns;

describe("the form of a campaign", () => {
  it("shows the variables of a chosen template and keeps everything typed, without saving", async () => {
    const { org, templateId, typed } = await shop();
    const time = { when: "later", scheduledFor: "2099-01-01T09:00" };
    const tagged = { ...typed, ...time, kind: "tag", tag: "vip", intent: "choose", templateId };
    const shown = await shownAfter(org, tagged);
    expect(shown.template?.variables.map(({ key }) => key)).toEqual(["1", "2"]);
    expect(shown.typed).toMatchObject({ name: "Sale", scheduledFor: "2099-01-01T09:00", tag: "vip" });
    expect(shown.counted).toMatchObject({ audience: { recipients: 1 }, price: { totalCents: 200 } });
    expect(await stored(org)).toEqual([]);
  });

  it("keeps values of variables while another template is looked at, and previews them", async () => {
    const { org, templateId, typed } = await shop();
    const filled = { ...typed, templateId, ...variables("friend", "Nakuru") };
    const shown = await shownAfter(org, { ...filled, intent: "preview" });
    expect(shown.preview).toMatchObject({ contact: "Asha", message: { body: "Hello Asha, visit Nakuru." } });
    const none = await shownAfter(org, { ...filled, intent: "choose", templateId: "" });
    expect(none).toMatchObject({ template: null, counted: null });
    expect(none.typed.name).toBe("Sale");
  });

  it("opens with the template of a link, else with the only one", async () => {
    const { org, templateId } = await shop();
    const open = (path: string) => openScreen<{ composed: Composed }>(platform, emptyForm, path, org);
    for (const path of [newPath, `${newPath}?template=${templateId}`, `${newPath}?template=tpl_of_another`])
      expect((await open(path)).composed.template?.id, path).toBe(templateId);
  });

  it("saves a draft with an empty variable, which the review names", async () => {
    const { org, templateId, typed } = await shop();
    const fields = { ...typed, templateId, ...variables("friend", "") };
    expect((await send(org, { ...fields, intent: "save" })).location).toBe("/messaging");
    const [draft] = await stored(org);
    const quoted = await platform.call("POST /campaigns/:campaignId/quote", { campaignId: draft!.id }, org);
    expect(quoted.obstacles).toMatchObject([{ code: "campaign.variables_missing" }]);
    const refused = await send(org, { ...fields, intent: "review" });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.errors)).toEqual(["variables[1].text"]);
  });

  it("saves message, audience and time of one form in one draft, and opens it with them", async () => {
    const { org, templateId, typed } = await shop();
    const first = { ...typed, templateId, ...variables("friend", "Nakuru"), intent: "review" };
    const { location } = await send(org, first);
    expect(location).toMatch(/^\/messaging\/campaigns\/cmp_\w+\/review$/);
    const campaignId = location!.split("/")[3]!;
    const edit = { action: editCampaign, path: location!.replace("review", "edit"), params: { campaignId } };
    const pace = { pace: "over", hours: "4" };
    const later = { kind: "tag", tag: "vip", when: "later", scheduledFor: "2099-01-01T09:00", ...pace };
    expect((await send(org, { ...first, ...later }, edit)).location).toBe(location);
    expect(await stored(org)).toHaveLength(1);
    const form = await openScreen<{ composed: Composed; draft: object }>(
      platform,
      draftForm,
      edit.path,
      org,
      edit.params,
    );
    expect(form.draft).toMatchObject({ scheduledFor: "2099-01-01T09:00", pace: { kind: "over", hours: 4 } });
    expect(form.composed).toMatchObject({
      audience: { kind: "tag", tag: "vip" },
      counted: { audience: { recipients: 1 } },
      rows: [{ source: "contact:first_name", text: "friend" }, { text: "Nakuru" }],
    });
  });

  it.each([
    [{ name: "n".repeat(120) }, "name"],
    [{ name: "  " }, "name"],
    [{ templateId: "" }, "templateId"],
    [{ kind: "numbers", numbers: "abc" }, "numbers"],
    [{ kind: "tag", tag: "" }, "tag"],
    [{ kind: "segment", segmentId: "" }, "segmentId"],
    [{ kind: "conditions" }, "conditions"],
    [{ when: "later", scheduledFor: "" }, "scheduledFor"],
    [{ when: "later", scheduledFor: "2001-01-01T09:00" }, "scheduledFor"],
    [{ when: "now", scheduledFor: "2099-01-01T09:00" }, "when"],
    [{ pace: "over", hours: "0" }, "hours"],
    [{ "variables[1].source": "link", "variables[1].text": "javascript:alert(1)" }, "variables[1].text"],
  ])("refuses %j at its field, with everything typed, and saves nothing", async (wrong, field) => {
    const { org, templateId, typed } = await shop();
    const fields = { ...typed, templateId, ...variables("friend", "Nakuru"), intent: "review", ...wrong };
    const refused = await send(org, fields as Record<string, string>);
    expect({ status: refused.status, field: Object.keys(refused.errors)[0] }).toEqual({ status: 400, field });
    expect(refused.payload).toMatchObject({ phoneNumberId: typed.phoneNumberId });
    expect(await stored(org)).toEqual([]);
  });
});
