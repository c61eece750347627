import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type SequenceStep, sequenceEnrolments } from "#app/db/schema/sequences/sequences.ts";
import { endEnrolment } from "#app/domain/sequences/end.server.ts";
import { switchSequence } from "#app/domain/sequences/save.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createRules } from "#tests/support/rules.ts";
import { sequenceOn } from "#tests/support/sequences.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T07:00:00Z" });
const { chats, settle, write, addRule, logOf } = createRules(platform);
const { shopWithSteps } = createFlows(platform);

const contextOf = ({ orgId }: TestOrg) => systemContext(platform.services, orgId, "test");
const tomorrow: SequenceStep[] = [
  { id: "s1", kind: "wait", wait: { until: "days", amount: 1 } },
  { id: "s2", kind: "act", action: { kind: "tag", tag: "seen" } },
];
const beforeDate: SequenceStep[] = [
  { id: "s1", kind: "wait", wait: { until: "anchor", days: -1, clock: "08:00" } },
  { id: "s2", kind: "act", action: { kind: "tag", tag: "seen" } },
];

const enrolmentsOf = ({ orgId }: TestOrg) =>
  platform.services.db.withOrg(orgId, (tx) =>
    tx
      .select()
      .from(sequenceEnrolments)
      .where(eq(sequenceEnrolments.orgId, orgId))
      .orderBy(asc(sequenceEnrolments.id)),
  );

describe("a rule", () => {
  it("enrols a contact once at a time", async () => {
    const shop = await chats.shopWithCustomer();
    const sequenceId = await sequenceOn(contextOf(shop.org), tomorrow);
    const ruleId = await addRule(shop.org, { sequenceId });
    await write(shop, "Habari");
    await Promise.all([settle(), settle()]);
    await write(shop, "Habari tena");
    await settle();
    const { contactId } = shop;
    expect(await enrolmentsOf(shop.org)).toMatchObject([{ sequenceId, contactId, source: "rule" }]);
    const notes = (await logOf(shop.org, ruleId)).map(({ steps }) => steps[0]?.note);
    expect(notes.toSorted()).toEqual(["Already in the sequence", "Enrolled in the sequence"]);
  });

  it("does not enrol in a circle", async () => {
    const shop = await chats.shopWithCustomer();
    const ctx = contextOf(shop.org);
    const sequenceId = await sequenceOn(ctx, tomorrow);
    const ruleId = await addRule(shop.org, { sequenceId });
    for (let times = 0; times < 4; times++) {
      await write(shop, `Message ${times}`);
      await settle();
      for (const { id: enrolmentId } of await enrolmentsOf(shop.org))
        await endEnrolment({ ctx, input: { sequenceId, enrolmentId, reason: "member" } });
    }
    expect(await enrolmentsOf(shop.org)).toHaveLength(3);
    const [last] = await logOf(shop.org, ruleId);
    expect(last?.steps[0]?.note).toMatch(/at most 3 times a day/);
  });

  it("needs a sequence that is on, of this organisation, and the date for which it waits", async () => {
    const shop = await chats.shopWithCustomer();
    const others = await platform.createOrg("Shop of others");
    const ctx = contextOf(shop.org);
    const foreign = await sequenceOn(contextOf(others), tomorrow);
    const off = await sequenceOn(ctx, tomorrow);
    await switchSequence({ ctx, input: { sequenceId: off, isOn: false } });
    for (const sequenceId of [foreign, off])
      await expect(addRule(shop.org, { sequenceId })).rejects.toThrow(/400/);
    const sequenceId = await sequenceOn(ctx, beforeDate);
    await expect(addRule(shop.org, { sequenceId })).rejects.toThrow(/400/);
    await addRule(shop.org, { sequenceId, anchor: "2026-11-20" });
    await write(shop, "Habari");
    await settle();
    expect(await enrolmentsOf(shop.org)).toMatchObject([{ anchorAt: new Date("2026-11-20T09:00:00Z") }]);
  });

  it("says that its sequence was switched off in the meantime", async () => {
    const shop = await chats.shopWithCustomer();
    const ctx = contextOf(shop.org);
    const sequenceId = await sequenceOn(ctx, tomorrow);
    const ruleId = await addRule(shop.org, { sequenceId });
    await switchSequence({ ctx, input: { sequenceId, isOn: false } });
    await write(shop, "Habari");
    await settle();
    expect(await logOf(shop.org, ruleId)).toMatchObject([
      { state: "failed", steps: [{ kind: "sequence", ok: false, note: expect.stringMatching(/not on/) }] },
    ]);
  });
});

describe("a flow", () => {
  it("enrols the customer by the date that they typed", async () => {
    const shop = await shopWithSteps(async ({ org }) => [
      { kind: "ask", check: "date", saveTo: "visit", text: "When do you come?" },
      { kind: "sequence", sequenceId: await sequenceOn(contextOf(org), beforeDate), anchor: "{visit}" },
      { kind: "end", text: "See you then." },
    ]);
    await shop.writeAll(["begin", "20/11/2026"]);
    expect(await shop.sessions()).toMatchObject([{ status: "completed" }]);
    expect(await enrolmentsOf(shop.org)).toMatchObject([
      { contactId: shop.contactId, source: "flow", anchorAt: new Date("2026-11-20T09:00:00Z") },
    ]);
  });

  it("is not published with a sequence that is off, and hands over when it was switched off later", async () => {
    let sequenceId = "";
    const shop = await shopWithSteps(async ({ org }) => {
      sequenceId = await sequenceOn(contextOf(org), tomorrow);
      return [
        { kind: "sequence", sequenceId },
        { kind: "end", text: "Thank you." },
      ];
    });
    await switchSequence({ ctx: contextOf(shop.org), input: { sequenceId, isOn: false } });
    await shop.writeAll(["begin"]);
    expect(await shop.sessions()).toMatchObject([{ status: "handed_over", reason: "not_sendable" }]);
    const { problems } = await platform.call("GET /flows/:flowId", { flowId: shop.flowId }, shop.org);
    expect(problems).toEqual([{ stepId: "s1", text: "Choose a sequence that is on." }]);
  });
});
