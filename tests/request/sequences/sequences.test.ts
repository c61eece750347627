import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { events } from "#app/db/schema/record/events.ts";
import type { SequenceStep } from "#app/db/schema/sequences/sequences.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { dueCancelled, duePaid } from "#app/domain/sales/events.ts";
import { quoteEnrolment, startEnrolment } from "#app/domain/sequences/batch.server.ts";
import { endEnrolments } from "#app/domain/sequences/end.server.ts";
import { switchSequence } from "#app/domain/sequences/save.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createSequenceShops, twoMessages } from "#tests/support/sequenceShops.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T07:00:00Z" });
const { chats, write, letSend, tagsOf, shopWith, enrol, enrolmentsOf, runsOf, sentBy, run } =
  createSequenceShops(platform);
const dayMs = 86_400_000;

/** What a due's events say. */
const due = {
  ...{ contact: "Asha Mwangi", phone: null, bookId: "bok_1", book: "Fees", member: "Amina" },
  ...{ kind: "due" as const, label: "Term 2", amountCents: 150_000, paidCents: 0, dueOn: "2026-11-20" },
};

describe("a sequence", () => {
  it("sends, waits, and sends again, each once in any number of processes", async () => {
    const shop = await shopWith(twoMessages);
    const first = await enrol(shop);
    expect(await enrol(shop)).toEqual({ ...first, isNew: false });
    await Promise.all([run(), run()]);
    expect(await sentBy(shop)).toBe(1);
    platform.clock.advance(2 * dayMs - 60_000);
    await run();
    expect(await sentBy(shop)).toBe(1);
    platform.clock.advance(120_000);
    await Promise.all([run(), run()]);
    await run();
    expect(await sentBy(shop)).toBe(2);
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: "completed", dueAt: null }]);
    expect((await runsOf(shop)).map(({ stepId, outcome }) => [stepId, outcome])).toEqual([
      ["s1", "sent"],
      ["s2", "done"],
      ["s3", "sent"],
    ]);
  });

  it("follows a branch by the contact's facts, and does actions", async () => {
    const shop = await shopWith((templateId) => [
      { id: "s1", kind: "check", fact: "tags", operator: "is", value: "vip", otherwise: "s3" },
      { id: "s2", kind: "send", templateId, values: [] },
      { id: "s3", kind: "act", action: { kind: "tag", tag: "seen" } },
      { id: "s4", kind: "end" },
    ]);
    await enrol(shop);
    await run();
    expect(await sentBy(shop)).toBe(0);
    expect(await tagsOf(shop)).toContain("seen");
    expect((await runsOf(shop)).map(({ outcome }) => outcome)).toEqual(["otherwise", "done", "done"]);
  });

  it("ends with a reply to its message, but not with one before it", async () => {
    const shop = await shopWith((templateId) => [
      { id: "s0", kind: "wait", wait: { until: "hours", amount: 1 } },
      ...twoMessages(templateId),
    ]);
    await enrol(shop);
    await run();
    await write(shop, "Hello");
    await platform.runJobs();
    expect(await enrolmentsOf(shop)).toMatchObject([{ endedAt: null }]);
    platform.clock.advance(3_700_000);
    await run();
    await write(shop, "Asante");
    await platform.runJobs();
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: "replied", stepId: "s2", dueAt: null }]);
    expect((await runsOf(shop)).find(({ stepId }) => stepId === "s1")?.repliedAt).not.toBeNull();
  });

  it("continues after a reply where it is set so, and ends by STOP all the same", async () => {
    const shop = await shopWith(twoMessages, { endsOnReply: false });
    await enrol(shop);
    await run();
    await write(shop, "Asante");
    await platform.runJobs();
    expect(await enrolmentsOf(shop)).toMatchObject([{ endedAt: null }]);
    await write(shop, "STOP");
    await platform.runJobs();
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: "opted_out" }]);
    await expect(enrol(shop)).rejects.toMatchObject({ code: "sequence.opted_out" });
  });

  it("waits for a date of its enrolment, and skips what was planned for one that passed", async () => {
    const until = (id: string, days: number): SequenceStep => ({
      ...{ id, kind: "wait" },
      wait: { until: "anchor", days, clock: "09:00" },
    });
    const shop = await shopWith((templateId) => [
      until("s1", -3),
      { id: "s2", kind: "send", templateId, values: [] },
      until("s3", 0),
      { id: "s4", kind: "send", templateId, values: [] },
    ]);
    const day = new Date(platform.clock.now().getTime() + dayMs);
    await enrol(shop, { subjectId: "due_1", anchorAt: day });
    await enrol(shop, { subjectId: "due_2", anchorAt: new Date(day.getTime() + 9 * dayMs) });
    await run();
    expect(await sentBy(shop)).toBe(0);
    const [first, second] = await enrolmentsOf(shop);
    expect(first).toMatchObject({ stepId: "s3" });
    expect(first!.waitsUntil!.toISOString().slice(11, 16)).toBe("06:00");
    expect(second).toMatchObject({ stepId: "s1" });
    await shop.ctx.db.withOrg(shop.ctx.orgId, (tx) => endEnrolments(tx, shop.ctx, "due_2", "paid"));
    await platform.runJobs();
    platform.clock.advance(1.5 * dayMs);
    await run();
    expect(await enrolmentsOf(shop)).toMatchObject([{ endReason: "completed" }, { endReason: "paid" }]);
    expect(await sentBy(shop)).toBe(1);
  });

  it("ends when the due that it is about is paid or cancelled, and no other", async () => {
    const shop = await shopWith((templateId) => [
      { id: "s1", kind: "wait", wait: { until: "days", amount: 3 } },
      { id: "s2", kind: "send", templateId, values: [] },
    ]);
    const { ctx, contactId } = shop;
    for (const subjectId of ["due_1", "due_2", "due_3"]) await enrol(shop, { subjectId });
    const facts = { ...due, contactId };
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await record(tx, ctx, duePaid, { subject: "due_1", data: { ...facts, receipt: "SKA1" } });
      await record(tx, ctx, dueCancelled, { subject: "due_2", data: facts });
    });
    await platform.runJobs();
    const ended = (await enrolmentsOf(shop)).map(({ subjectId, endReason }) => [subjectId, endReason]);
    expect(ended).toEqual([
      ["due_1", "paid"],
      ["due_2", "subject"],
      ["due_3", null],
    ]);
  });

  it("waits without money, notifies once, and sends after a top-up", async () => {
    const shop = await shopWith(twoMessages, {}, false);
    await enrol(shop);
    await run();
    platform.clock.advance(1_000_000);
    await run();
    expect(await enrolmentsOf(shop)).toMatchObject([{ held: "no_money", stepId: "s1" }]);
    const noticed = await shop.ctx.db.withOrg(shop.ctx.orgId, (tx) =>
      tx
        .select({ id: events.id })
        .from(events)
        .where(and(eq(events.orgId, shop.ctx.orgId), eq(events.name, "sequence.out_of_money"))),
    );
    expect(noticed).toHaveLength(1);
    await letSend(shop);
    platform.clock.advance(3_700_000);
    await run();
    expect(await sentBy(shop)).toBe(1);
    expect(await enrolmentsOf(shop)).toMatchObject([{ held: null, stepId: "s2" }]);
  });

  it("waits while its template is paused, and while it is off", async () => {
    const shop = await shopWith(twoMessages);
    const setTemplate = (status: "PAUSED" | "APPROVED") =>
      shop.ctx.db.withOrg(shop.ctx.orgId, (tx) =>
        tx.update(templates).set({ status }).where(eq(templates.id, shop.templateId)),
      );
    await setTemplate("PAUSED");
    await enrol(shop);
    await run();
    expect(await enrolmentsOf(shop)).toMatchObject([{ held: "template" }]);
    await setTemplate("APPROVED");
    await switchSequence({ ctx: shop.ctx, input: { sequenceId: shop.sequenceId, isOn: false } });
    platform.clock.advance(1_000_000);
    await run();
    expect(await enrolmentsOf(shop)).toMatchObject([{ held: "off", dueAt: null }]);
    await switchSequence({ ctx: shop.ctx, input: { sequenceId: shop.sequenceId, isOn: true } });
    await run();
    expect(await sentBy(shop)).toBe(1);
  });

  it("skips marketing to a contact at the organisation's limit", async () => {
    const shop = await shopWith(twoMessages);
    await shop.ctx.db.withOrg(shop.ctx.orgId, async (tx) => {
      await tx.update(templates).set({ category: "MARKETING" }).where(eq(templates.id, shop.templateId));
      await tx.update(contacts).set({ consent: "granted" }).where(eq(contacts.id, shop.contactId));
    });
    await platform.call("PUT /sending/frequency-cap", { cap: { messages: 1, days: 7 } }, shop.org);
    await enrol(shop);
    await run();
    platform.clock.advance(2 * dayMs + 60_000);
    await run();
    expect(await sentBy(shop)).toBe(1);
    expect((await runsOf(shop)).at(-1)).toMatchObject({ stepId: "s3", outcome: "skipped" });
  });

  it("enrols an audience as it was quoted, once", async () => {
    const shop = await shopWith(twoMessages);
    const { ctx, sequenceId } = shop;
    await ctx.db.withOrg(ctx.orgId, (tx) =>
      tx.insert(contacts).values(
        Array.from({ length: 250 }, (_, n) => ({
          ...{ orgId: ctx.orgId, id: `con_${String(n).padStart(32, "0")}`, phone: `+2547200${10_000 + n}` },
          ...(n < 20 ? { optedOutAt: platform.clock.now() } : {}),
        })),
      ),
    );
    const audience = { to: "all" as const, tag: "", segmentId: "", anchor: "" };
    const quoted = await quoteEnrolment({ ctx, input: { sequenceId, ...audience } });
    expect(quoted).toMatchObject({ people: 231, leftOut: 20, messagesEach: 2 });
    const { people, totalCents } = quoted;
    const input = { sequenceId, ...audience, people, totalCents, key: "form-1" };
    await expect(startEnrolment({ ctx, input: { ...input, people: 230 } })).rejects.toMatchObject({
      code: "sequence.quote_changed",
    });
    const batch = await startEnrolment({ ctx, input });
    expect(await startEnrolment({ ctx, input })).toEqual(batch);
    await platform.runJobs();
    expect(await enrolmentsOf(shop)).toHaveLength(231);
  });

  it("enrols picked contacts, and none of another organisation", async () => {
    const shop = await shopWith(twoMessages);
    const chosen = [shop.contactId, (await chats.shopWithCustomer()).contactId].join(",");
    const { ctx, sequenceId } = shop;
    const input = { sequenceId, to: "chosen" as const, chosen, tag: "", segmentId: "", anchor: "" };
    const { people, totalCents } = await quoteEnrolment({ ctx, input });
    await startEnrolment({ ctx, input: { ...input, people, totalCents, key: "picked" } });
    await platform.runJobs();
    expect(await enrolmentsOf(shop)).toMatchObject([{ contactId: shop.contactId, source: "member" }]);
  });
});
