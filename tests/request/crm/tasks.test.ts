import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { events } from "#app/db/schema/record/events.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { remindOfTasks } from "#app/domain/crm/tasks/remind.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { runDueTasks } from "#app/worker/eventTasks.server.ts";
import { hookClientOf } from "#app/worker/webhookDeliveries.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { callDuring } from "#tests/support/races.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const hooks = setUp(
  async () => hookClientOf(platform.services),
  (client) => client.close(),
);

const inHours = (hours: number) =>
  toNairobiInput(new Date(platform.clock.now().getTime() + hours * 3_600_000));
const notificationsOf = async (who: { cookie: string }) =>
  (await platform.call("GET /notifications", {}, who)).notifications.map(({ title }) => title);

describe("a task", () => {
  it("notifies its member, reminds once when due, and is completed", async () => {
    const org = await platform.createOrg("Duka Letu");
    const agent = await joinOrganisation(platform, org, "agent");
    const { taskId } = await platform.call(
      "POST /tasks",
      { title: "Ring Asha", memberId: agent.memberId, dueAt: inHours(2), note: "About the bags" },
      org,
    );
    expect(await notificationsOf(agent)).toEqual(["New task assigned to you"]);
    expect((await platform.call("GET /tasks", {}, org)).tasks).toEqual([]);
    expect((await platform.call("GET /tasks", {}, agent)).tasks).toMatchObject([
      { id: taskId, isOverdue: false },
    ]);
    const remind = () => remindOfTasks(platform.services, "remind-of-tasks");
    expect(await remind()).toEqual({ reminded: 0 });
    platform.clock.advance(3 * 3_600_000);
    await Promise.all([remind(), remind()]);
    expect((await notificationsOf(agent)).toSorted()).toEqual(["New task assigned to you", "Task is due"]);
    expect((await platform.call("GET /tasks", { view: "overdue" }, org)).tasks).toMatchObject([
      { isOverdue: true },
    ]);
    await platform.call("POST /tasks/:taskId/done", { taskId }, agent);
    expect(await platform.call("POST /tasks/:taskId/done", { taskId }, agent)).toMatchObject({
      changed: false,
    });
    expect((await platform.call("GET /tasks", { view: "all" }, org)).tasks).toEqual([]);
    expect((await platform.call("GET /tasks", { view: "done" }, org)).tasks).toMatchObject([{ id: taskId }]);
    expect((await platform.request("DELETE /tasks/:taskId", { taskId }, agent)).status).toBe(403);
  });

  it("that is postponed or reassigned notifies again", async () => {
    const org = await platform.createOrg("Duka Letu");
    const agent = await joinOrganisation(platform, org, "agent");
    const task = { title: "Book the lorry", memberId: org.userId };
    const { taskId } = await platform.call("POST /tasks", { ...task, dueAt: inHours(-1) }, org);
    await remindOfTasks(platform.services, "remind-of-tasks");
    await platform.call(
      "PUT /tasks/:taskId",
      { taskId, ...task, memberId: agent.memberId, dueAt: inHours(1) },
      org,
    );
    expect(await notificationsOf(agent)).toEqual(["New task assigned to you"]);
    platform.clock.advance(2 * 3_600_000);
    expect(await remindOfTasks(platform.services, "remind-of-tasks")).toEqual({ reminded: 1 });
  });
});

it("can be completed while its contact is being merged", async () => {
  const { org, contactId } = await chats.shopWithCustomer();
  const { orgId } = org;
  const keptId = newId("con");
  await platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(contacts).values({ orgId, id: keptId, name: "Mama Asha", phone: "+254733000111" }),
  );
  const task = { title: "Ring Asha", memberId: org.userId, contactId, dueAt: inHours(1) };
  const { taskId } = await platform.call("POST /tasks", task, org);
  const answer = await callDuring(
    platform,
    (tx) =>
      mergeContacts(tx, {
        orgId,
        keptId,
        goneId: contactId,
        at: platform.clock.now(),
        jobs: platform.services.jobs,
      }),
    () => platform.request("POST /tasks/:taskId/done", { taskId }, org),
  );
  expect(answer.status).toBe(200);
  const done = await platform.services.db.withOrg(orgId, (tx) =>
    tx.select({ data: events.data }).from(events).where(eq(events.name, "task.done")),
  );
  expect(done).toMatchObject([{ data: { contactId: keptId, contact: "Mama Asha" } }]);
});

it("a contact's timeline shows their deals and tasks, and no one else's", async () => {
  const org = await platform.createOrg("Duka Letu");
  const [ours, other] = await Promise.all(
    [
      { name: "Asha Mwangi", phone: "0712000111" },
      { name: "Otieno Ouma", phone: "0712000112" },
    ].map((contact) => platform.call("POST /contacts", contact, org)),
  );
  const { stages } = await platform.call("GET /deal-stages", {}, org);
  const [first, won] = [stages[0]!.id, stages.find(({ kind }) => kind === "won")!.id];
  const deal = { stageId: first, title: "40 school bags", value: "64000" };
  const { dealId } = await platform.call("POST /deals", { ...deal, contactId: ours!.contactId }, org);
  await platform.call("POST /deals", { ...deal, title: "A lorry", contactId: other!.contactId }, org);
  const task = { dealId, title: "Send the quotation", dueAt: inHours(2) };
  const { taskId } = await platform.call("POST /tasks", task, org);
  platform.clock.advance(1000);
  await platform.call("POST /tasks/:taskId/done", { taskId }, org);
  platform.clock.advance(1000);
  await platform.call("PUT /deals/:dealId/stage", { dealId, stageId: won, from: first }, org);
  const { entries } = await platform.call(
    "GET /contacts/:contactId/timeline",
    { contactId: ours!.contactId, before: "" },
    org,
  );
  const titles = entries.map(({ title }) => title);
  expect(titles.slice(0, 2)).toEqual(["Deal won", "Task done"]);
  expect(titles.toSorted()).toEqual([
    "Contact created",
    "Deal created",
    "Deal won",
    "Task created",
    "Task done",
  ]);
  expect(entries[0]).toMatchObject({ kind: "event", text: expect.stringContaining("40 school bags") });
  expect(JSON.stringify(entries)).not.toContain("A lorry");
});

describe("a rule", () => {
  it("creates a deal and a task, once per event", async () => {
    const shop = await chats.shopWithCustomer();
    const { org, contactId } = shop;
    const { ruleId } = await platform.call(
      "POST /rules",
      {
        name: "Wholesale",
        event: "message.received",
        dealTitle: "Order of {name}",
        dealValue: "1500",
        taskTitle: "Ring {name}",
        taskDays: "2",
        taskMemberId: org.userId,
      },
      org,
    );
    await platform.call("POST /rules/:ruleId/switch", { ruleId, isOn: true }, org);
    await platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, org.orgId, shop.phoneNumberId, {
        contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: "254712345678" }],
        messages: [
          {
            from: "254712345678",
            id: "wamid.crm1",
            timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
            type: "text",
            text: { body: "Bei gani?" },
          },
        ],
      } as never),
    );
    await Promise.all([runDueTasks(platform.services, hooks), runDueTasks(platform.services, hooks)]);
    const { deals, tasks } = await platform.call("GET /contacts/:contactId/crm", { contactId }, org);
    expect(deals).toMatchObject([{ title: "Order of Asha Mwangi", valueCents: 150_000, stage: "New" }]);
    expect(tasks).toMatchObject([
      { title: "Ring Asha Mwangi", member: { id: org.userId }, isOverdue: false },
    ]);
    const { runs } = await platform.call("GET /rules/:ruleId/log", { ruleId }, org);
    expect(runs).toMatchObject([{ state: "done", steps: [{ kind: "deal" }, { kind: "task" }] }]);
    const { rule } = await platform.call("GET /rules/:ruleId", { ruleId }, org);
    expect(rule.actions).toMatchObject([
      { kind: "deal", valueCents: 150_000 },
      { kind: "task", days: 2 },
    ]);
  });
});
