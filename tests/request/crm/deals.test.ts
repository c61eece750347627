import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

async function addContact(org: TestOrg, phone = "0712000111", name = "Asha Mwangi") {
  const { contactId } = await platform.call("POST /contacts", { name, phone }, org);
  return contactId;
}

async function shop() {
  const org = await platform.createOrg("Duka Letu");
  const contactId = await addContact(org);
  const { stages } = await platform.call("GET /deal-stages", {}, org);
  return { org, contactId, stages };
}
type Shop = Awaited<ReturnType<typeof shop>>;

const newDeal = async ({ org, contactId, stages }: Shop, fields: object = {}) => {
  const input = {
    contactId,
    stageId: stages[0]!.id,
    title: "50 bags of sugar",
    value: "320,000.50",
    ...fields,
  };
  return (await platform.call("POST /deals", input, org)).dealId;
};

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe("a deal", () => {
  it("moves through the stages with its history, and the board counts it", async () => {
    const ours = await shop();
    const { org, stages } = ours;
    expect(stages.map(({ name, kind }) => [name, kind])).toEqual([
      ["New", "open"],
      ["Contacted", "open"],
      ["Quoted", "open"],
      ["Negotiation", "open"],
      ["Won", "won"],
      ["Lost", "lost"],
    ]);
    const dealId = await newDeal(ours, {
      memberId: org.userId,
      closesOn: "2026-12-24",
      note: "Pays half\r\non order ",
    });
    const [first, , quoted, , won] = stages.map(({ id }) => id);
    await platform.call("PUT /deals/:dealId/stage", { dealId, stageId: quoted!, from: first! }, org);
    await platform.call(
      "PUT /deals/:dealId",
      { dealId, title: "60 bags", value: "384000", closesOn: "2026-12-24", note: "Paid" },
      org,
    );
    await platform.call("PUT /deals/:dealId/stage", { dealId, stageId: won!, from: quoted! }, org);
    const { deal, history } = await platform.call("GET /deals/:dealId", { dealId }, org);
    expect(deal).toMatchObject({
      title: "60 bags",
      valueCents: 38_400_000,
      stage: "Won",
      kind: "won",
      owner: null,
      closesOn: "2026-12-24",
      note: "Paid",
      contact: "Asha Mwangi",
    });
    expect(history.map(({ kind, before, after }) => `${kind}: ${before} → ${after}`).toSorted()).toEqual([
      "created: null → New",
      "note: Pays half\non order → Paid",
      "owner: Asha Mwangi → null",
      "stage: New → Quoted",
      "stage: Quoted → Won",
      "title: 50 bags of sugar → 60 bags",
      "value: 32000050 → 38400000",
    ]);
    const { lanes } = await platform.call("GET /deals/board", {}, org);
    expect(lanes.filter(({ count }) => count > 0)).toMatchObject([
      { name: "Won", count: 1, valueCents: 38_400_000, deals: [{ title: "60 bags" }] },
    ]);
    const { logs } = (await platform.call("GET /activity-logs", {}, org)) as unknown as {
      logs: { action: string }[];
    };
    expect(JSON.stringify(logs)).toContain("Deal won");
  });

  it("moved by two members at once goes where the first one put it", async () => {
    const ours = await shop();
    const { org, stages } = ours;
    const dealId = await newDeal(ours);
    const move = (stage: number) =>
      platform.request(
        "PUT /deals/:dealId/stage",
        { dealId, stageId: stages[stage]!.id, from: stages[0]!.id },
        org,
      );
    const answers = await Promise.all([move(1), move(2)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(await codeOf(refused)).toEqual([409, "deal.moved"]);
  });

  it("is found by owner, stage, title and contact", async () => {
    const ours = await shop();
    const { org, stages } = ours;
    await newDeal(ours, { memberId: org.userId });
    await newDeal(ours, { title: "Fridge", stageId: stages[2]!.id });
    const titles = async (filter: object) =>
      (await platform.call("GET /deals", filter, org)).deals.map(({ title }) => title).toSorted();
    expect(await titles({ owner: org.userId })).toEqual(["50 bags of sugar"]);
    expect(await titles({ owner: "none" })).toEqual(["Fridge"]);
    expect(await titles({ stage: stages[2]!.id })).toEqual(["Fridge"]);
    expect(await titles({ q: "FRID" })).toEqual(["Fridge"]);
    expect(await titles({ q: "mwangi" })).toEqual(["50 bags of sugar", "Fridge"]);
    expect(await titles({ q: "100%" })).toEqual([]);
  });

  it("can be edited by agents, and deleted by managers only", async () => {
    const ours = await shop();
    const { org } = ours;
    await platform.services.db.withSystem((tx) =>
      tx.update(members).set({ role: "agent" }).where(eq(members.userId, org.userId)),
    );
    const dealId = await newDeal(ours);
    expect((await platform.request("DELETE /deals/:dealId", { dealId }, org)).status).toBe(403);
    expect((await platform.request("POST /deal-stages", { name: "Trial" }, org)).status).toBe(403);
  });

  it("with an invalid amount or day is refused at the field", async () => {
    const { org, contactId, stages } = await shop();
    for (const wrong of [
      { value: "12.345" },
      { value: "-5" },
      { value: "5e9" },
      { closesOn: "2026-02-31x" },
    ]) {
      const input = { contactId, stageId: stages[0]!.id, title: "Fridge", ...wrong };
      const answer = await platform.request("POST /deals", input, org);
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
  });

  it("moves with its contact when two contacts are merged", async () => {
    const ours = await shop();
    const { org } = ours;
    const dealId = await newDeal(ours);
    const { taskId } = await platform.call(
      "POST /tasks",
      { dealId, title: "Ring", dueAt: "2026-12-01T09:00" },
      org,
    );
    const keptId = newId("con");
    await platform.services.db.withSystem(async (tx) => {
      await tx.insert(contacts).values({ orgId: org.orgId, id: keptId, bsuid: "KE.123" });
      await mergeContacts(tx, {
        orgId: org.orgId,
        keptId,
        goneId: ours.contactId,
        at: new Date(),
        jobs: platform.services.jobs,
      });
    });
    expect((await platform.call("GET /deals/:dealId", { dealId }, org)).deal.contactId).toBe(keptId);
    expect((await platform.call("GET /tasks/:taskId", { taskId }, org)).task.contactId).toBe(keptId);
  });

  it("is deleted with its contact, and no event names the person afterwards", async () => {
    const ours = await shop();
    const { org } = ours;
    const contactId = await addContact(org, "0722000222", "Zuhura Omar");
    await newDeal(ours, { contactId, title: "Bags for Zuhura" });
    await platform.call("DELETE /contacts/:contactId", { contactId }, org);
    const left = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(deals).where(eq(deals.orgId, org.orgId)),
    );
    expect(left).toEqual([]);
    expect(JSON.stringify(await platform.call("GET /activity-logs", {}, org))).not.toContain("Zuhura");
  });
});

describe("stages", () => {
  it("are added before the end, renamed, reordered and deleted", async () => {
    const { org } = await shop();
    const names = async () =>
      (await platform.call("GET /deal-stages", {}, org)).stages.map(({ name }) => name);
    const { stageId } = await platform.call("POST /deal-stages", { name: "Trial" }, org);
    expect(await names()).toEqual(["New", "Contacted", "Quoted", "Negotiation", "Trial", "Won", "Lost"]);
    await platform.call("POST /deal-stages/:stageId/move", { stageId, to: "earlier" }, org);
    await platform.call("PUT /deal-stages/:stageId", { stageId, name: "Sample sent", kind: "open" }, org);
    expect(await names()).toEqual([
      "New",
      "Contacted",
      "Quoted",
      "Sample sent",
      "Negotiation",
      "Won",
      "Lost",
    ]);
    const twice = await platform.request("POST /deal-stages", { name: "won" }, org);
    expect(await codeOf(twice)).toEqual([409, "stage.name_taken"]);
    await platform.call("DELETE /deal-stages/:stageId", { stageId }, org);
    expect(await names()).toHaveLength(6);
  });

  it("with deals cannot be deleted, and one open stage always remains", async () => {
    const ours = await shop();
    const { org, stages } = ours;
    await newDeal(ours);
    const remove = (index: number) =>
      platform.request("DELETE /deal-stages/:stageId", { stageId: stages[index]!.id }, org);
    expect(await codeOf(await remove(0))).toEqual([409, "stage.in_use"]);
    const kind = await platform.request(
      "PUT /deal-stages/:stageId",
      { stageId: stages[0]!.id, name: "New", kind: "won" },
      org,
    );
    expect(await codeOf(kind)).toEqual([409, "stage.kind_in_use"]);
    const other = await shop();
    for (const index of [1, 2, 3])
      await platform.call("DELETE /deal-stages/:stageId", { stageId: other.stages[index]!.id }, other.org);
    const last = await platform.request(
      "DELETE /deal-stages/:stageId",
      { stageId: other.stages[0]!.id },
      other.org,
    );
    expect(await codeOf(last)).toEqual([409, "stage.last_open"]);
  });

  it("are created once, also for two simultaneous first visits", async () => {
    const org = await platform.createOrg("Duka Jipya");
    const [a, b] = await Promise.all([
      platform.call("GET /deal-stages", {}, org),
      platform.call("GET /deals/board", {}, org),
    ]);
    expect([a.stages.length, b.lanes.length]).toEqual([6, 6]);
  });
});
