import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { type SequenceStep, sequenceEnrolments, sequences } from "#app/db/schema/sequences/sequences.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { endEnrolmentsOf } from "#app/domain/sequences/end.server.ts";
import { enrolIn } from "#app/domain/sequences/enrol.server.ts";
import { getSequence } from "#app/domain/sequences/queries.server.ts";
import { switchSequence } from "#app/domain/sequences/save.server.ts";
import { runStep } from "#app/domain/sequences/step.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { untilOneWaits } from "#tests/support/races.ts";
import { createSequenceShops, twoMessages } from "#tests/support/sequenceShops.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T07:00:00Z" });
const { shopWith, enrol, enrolmentsOf, runsOf, sentBy, run } = createSequenceShops(platform);
const dayMs = 86_400_000;

const wait = (id: string): SequenceStep => ({ id, kind: "wait", wait: { until: "hours", amount: 1 } });
const tag = (id: string, name: string): SequenceStep => ({
  ...{ id, kind: "act" },
  action: { kind: "tag", tag: name },
});

describe("a sequence refuses", () => {
  it("a branch that leads back or to itself, and a step's move before it, so that none loops", async () => {
    const { org, sequenceId } = await shopWith(() => [tag("s1", "a"), tag("s2", "b")]);
    const check = { sequenceId, after: "s1", kind: "check" as const, fact: "tags", value: "vip" };
    const add = (otherwise: string) =>
      platform.call("POST /sequences/:sequenceId/steps", { ...check, otherwise }, org);
    await expect(add("s1")).rejects.toThrow(/400/);
    await expect(add("none")).rejects.toThrow(/400/);
    const { stepId } = await add("s2");
    const own = { ...check, sequenceId, stepId };
    await expect(
      platform.call("PUT /sequences/:sequenceId/steps/:stepId", { ...own, otherwise: stepId }, org),
    ).rejects.toThrow(/400/);
    const down = { sequenceId, stepId, direction: "down" as const };
    await expect(platform.call("POST /sequences/:sequenceId/steps/:stepId/move", down, org)).rejects.toThrow(
      /400/,
    );
  });

  it("a fixed date that does not exist, and skips one that has passed to the next wait", async () => {
    const past = { until: "date" as const, date: "2026-10-01", days: 0, clock: "08:00" };
    const { org, sequenceId, ...shop } = await shopWith((templateId) => [
      { id: "s1", kind: "wait", wait: past },
      { id: "s2", kind: "send", templateId, values: [] },
      wait("s3"),
      tag("s4", "seen"),
    ]);
    const form = { sequenceId, kind: "wait" as const, until: "date" as const, date: "2026-02-31" };
    await expect(platform.call("POST /sequences/:sequenceId/steps", form, org)).rejects.toThrow(/400/);
    await enrol({ ...shop, sequenceId });
    await run();
    expect(await sentBy({ org })).toBe(0);
    expect(await enrolmentsOf(shop)).toMatchObject([{ stepId: "s3", endedAt: null }]);
    expect(await runsOf(shop)).toMatchObject([{ stepId: "s1", outcome: "skipped", reason: "missed" }]);
  });
});

describe("while a step is being sent,", () => {
  it.each(["replied", "paid", "opted_out"] as const)("an end by “%s” holds", async (reason) => {
    const shop = await shopWith(twoMessages);
    const { ctx, contactId } = shop;
    const { enrolmentId } = await enrol(shop);
    // A reply was to no message of the sequence if it came before the message was there.
    const isEnded = reason !== "replied";
    let ending: Promise<unknown> = Promise.resolve();
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await runStep(tx, ctx, enrolmentId);
      ending = endEnrolmentsOf(ctx, { contactIds: [contactId], subjectIds: [], reason });
      await (isEnded ? untilOneWaits(platform) : ending);
    });
    await ending;
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: isEnded ? reason : null, stepId: "s2" }]);
    await run();
    platform.clock.advance(3 * dayMs);
    await run();
    expect(await sentBy(shop)).toBe(isEnded ? 1 : 2);
  });
});

describe("a contact", () => {
  it("without a number and without a conversation ends, with the reason", async () => {
    const shop = await shopWith(twoMessages);
    const { ctx, contactId } = shop;
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await tx.update(contacts).set({ phone: null, bsuid: "KE.1" }).where(eq(contacts.id, contactId));
      await tx.delete(conversations).where(eq(conversations.contactId, contactId));
    });
    await enrol(shop);
    await run();
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: "no_phone", stepId: "s1" }]);
    expect(await sentBy(shop)).toBe(0);
  });

  it("waits at a template that Meta paused between two messages, and gets it afterwards, once", async () => {
    const shop = await shopWith(twoMessages);
    const { ctx } = shop;
    const setTemplate = (status: "PAUSED" | "APPROVED") =>
      ctx.db.withOrg(ctx.orgId, (tx) =>
        tx.update(templates).set({ status }).where(eq(templates.id, shop.templateId)),
      );
    await enrol(shop);
    await run();
    await setTemplate("PAUSED");
    platform.clock.advance(2 * dayMs + 60_000);
    await run();
    expect(await enrolmentsOf(shop)).toMatchObject([{ stepId: "s3", held: "template" }]);
    const { figures, problems } = await getSequence(ctx, shop.sequenceId);
    expect(figures).toMatchObject({ open: 1, held: 1 });
    expect(problems.length).toBeGreaterThan(0);
    await setTemplate("APPROVED");
    platform.clock.advance(dayMs);
    await Promise.all([run(), run()]);
    expect(await sentBy(shop)).toBe(2);
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: "completed" }]);
  });
});

it("keeps 1,000 people in their version when another one is published", async () => {
  const shop = await shopWith(() => [wait("s1"), tag("s2", "first")]);
  const { ctx, sequenceId } = shop;
  const ids = Array.from({ length: 1000 }, (_, n) => `con_${String(n).padStart(32, "0")}`);
  const all = eq(sequenceEnrolments.sequenceId, sequenceId);
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .insert(contacts)
      .values(ids.map((id, n) => ({ orgId: ctx.orgId, id, phone: `+2547300${10_000 + n}` })));
    const people = ids.map((contactId) => ({ contactId }));
    expect(await enrolIn(tx, ctx, sequenceId, people, { source: "api" })).toHaveLength(1000);
  });
  await run();
  const draft = [wait("s1"), tag("s3", "second")];
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.update(sequences).set({ draft, isChanged: true }).where(eq(sequences.id, sequenceId)),
  );
  expect(await switchSequence({ ctx, input: { sequenceId, isOn: true } })).toEqual({ version: 2 });
  await enrol(shop);
  platform.clock.advance(3_700_000);
  await run();
  platform.clock.advance(3_700_000);
  await run();
  const ended = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.$count(sequenceEnrolments, and(all, eq(sequenceEnrolments.endReason, "completed"))),
  );
  expect(ended).toBe(1001);
  const { figures } = await getSequence(ctx, sequenceId);
  expect(figures).toMatchObject({
    enrolled: 1001,
    open: 0,
    steps: { s2: { entered: 1000 }, s3: { entered: 1 } },
  });
});
