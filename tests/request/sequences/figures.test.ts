import { and, eq, isNull } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { type SequenceStep, sequenceEnrolments, sequences } from "#app/db/schema/sequences/sequences.ts";
import { deleteContact } from "#app/domain/contacts/delete.server.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { endEnrolment, endEnrolmentsOf } from "#app/domain/sequences/end.server.ts";
import { enrolOne } from "#app/domain/sequences/enrol.server.ts";
import { getSequence, listSequences } from "#app/domain/sequences/queries.server.ts";
import { runSequences } from "#app/domain/sequences/run.server.ts";
import { deleteSequence, switchSequence } from "#app/domain/sequences/save.server.ts";
import { runStep } from "#app/domain/sequences/step.server.ts";
import { type OrgContext, systemContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createRules } from "#tests/support/rules.ts";
import { sequenceOn, wrongFigures } from "#tests/support/sequences.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T07:00:00Z" });
const { chats, letSend } = createRules(platform);
const hourMs = 3_600_000;
const people = 6;

const stepsOf = (templateId: string): SequenceStep[] => [
  { id: "s1", kind: "send", templateId, values: [] },
  { id: "s2", kind: "wait", wait: { until: "hours", amount: 1 } },
  { id: "s3", kind: "check", fact: "name", operator: "is", value: "Asha 3", otherwise: "end" },
  { id: "s4", kind: "send", templateId, values: [] },
];

/** A shop with contacts and a sequence that is on. */
async function shopWithPeople() {
  const shop = await chats.shopWithCustomer();
  const templateId = await chats.addTemplate(shop.org, shop.accountId, {
    components: [{ type: "BODY", text: "Habari" }],
  });
  await letSend(shop);
  const ctx = systemContext(platform.services, shop.org.orgId, "test");
  const sequenceId = await sequenceOn(ctx, stepsOf(templateId));
  return { ctx, sequenceId, templateId };
}
type Shop = Awaited<ReturnType<typeof shopWithPeople>>;

const inOrg = <T>(ctx: OrgContext, work: Parameters<OrgContext["db"]["withOrg"]>[1]) =>
  ctx.db.withOrg(ctx.orgId, work) as Promise<T>;

async function addContact({ ctx }: Shop, place: number): Promise<string> {
  const id = newId("con");
  const phone = `+2547${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  await inOrg(ctx, (tx) =>
    tx.insert(contacts).values({ orgId: ctx.orgId, id, phone, name: `Asha ${place}`, consent: "granted" }),
  );
  return id;
}

const openIn = ({ ctx }: Shop, contactId: string) =>
  inOrg<{ id: string }[]>(ctx, (tx) =>
    tx
      .select({ id: sequenceEnrolments.id })
      .from(sequenceEnrolments)
      .where(and(eq(sequenceEnrolments.contactId, contactId), isNull(sequenceEnrolments.endedAt))),
  );

/** Meta reports a state of each of a contact's messages. */
const report = ({ ctx }: Shop, contactId: string, state: "delivered" | "read" | "failed") =>
  ctx.db.withSystem(async (tx) => {
    const own = await tx.select({ id: messages.id }).from(messages).where(eq(messages.contactId, contactId));
    const at = ctx.clock.now();
    const moves = own.map(({ id }) => ({ id, state, at, wamid: `wamid.${id}` }));
    await applyMoves(tx, { orgId: ctx.orgId, moves, at });
  });

async function publish({ ctx, sequenceId, templateId }: Shop, by: number): Promise<void> {
  const more: SequenceStep = { id: `n${by}`, kind: "act", action: { kind: "tag", tag: "seen" } };
  const change = { draft: [more, ...stepsOf(templateId)], isChanged: true };
  await inOrg(ctx, (tx) => tx.update(sequences).set(change).where(eq(sequences.id, sequenceId)));
  await switchSequence({ ctx, input: { sequenceId, isOn: true } });
}

/** A step whose process ends before it commits. */
const killed = (shop: Shop, enrolmentId: string) =>
  inOrg(shop.ctx, async (tx) => {
    await runStep(tx, shop.ctx, enrolmentId);
    throw new Error("killed");
  }).catch(() => undefined);

const kinds = [
  ...["enrol", "enrol", "run", "later", "later", "reply", "end", "publish", "erase", "merge", "kill"],
  ...["delivered", "read", "failed"],
] as const;
type Deed = { kind: (typeof kinds)[number]; who: number; other: number };

async function doOne(shop: Shop, ids: string[], { kind, who, other }: Deed): Promise<void> {
  const { ctx, sequenceId } = shop;
  const contactId = ids[who]!;
  const ends = { contactIds: [contactId], subjectIds: [] };
  switch (kind) {
    case "enrol":
      await enrolOne({ ctx, input: { sequenceId, contactId, subjectId: `due_${other % 2}`, source: "api" } });
      return;
    case "run":
      return void (await runSequences(platform.services));
    case "later":
      platform.clock.advance(hourMs + 1000);
      return void (await runSequences(platform.services));
    case "reply":
      return void (await endEnrolmentsOf(ctx, { ...ends, reason: "replied" }));
    case "end":
      for (const { id: enrolmentId } of await openIn(shop, contactId))
        await endEnrolment({ ctx, input: { sequenceId, enrolmentId, reason: "member" } });
      return;
    case "publish":
      return publish(shop, other);
    case "erase":
      await deleteContact({ ctx, input: { contactId } });
      ids[who] = await addContact(shop, who);
      return;
    case "merge": {
      if (who === other) return;
      const [keptId, goneId] = [contactId, ids[other]!];
      await inOrg(ctx, (tx) =>
        mergeContacts(tx, { orgId: ctx.orgId, keptId, goneId, at: ctx.clock.now(), jobs: ctx.jobs }),
      );
      ids[other] = await addContact(shop, other);
      return;
    }
    case "kill":
      for (const { id } of await openIn(shop, contactId)) await killed(shop, id);
      return;
    default:
      return report(shop, contactId, kind);
  }
}

it("keeps a sequence's figures equal to its rows, whatever happens to its people", async () => {
  const deeds = fc.array(
    fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(people - 1), other: fc.nat(people - 1) }),
    { minLength: 20, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(deeds, async (walk) => {
      const shop = await shopWithPeople();
      const { ctx, sequenceId } = shop;
      const ids: string[] = [];
      for (let place = 0; place < people; place += 1) ids.push(await addContact(shop, place));
      for (const deed of walk) {
        await doOne(shop, ids, deed);
        expect(await ctx.db.withSystem((tx) => wrongFigures(tx, ctx.orgId)), deed.kind).toEqual([]);
      }
      const { figures } = await getSequence(ctx, sequenceId);
      const { sequences: listed } = await listSequences(ctx);
      expect(listed).toMatchObject([{ open: figures.open }]);
      const here = Object.values(figures.steps).reduce((sum, step) => sum + step.here, 0);
      expect(here).toBe(figures.open);
      await switchSequence({ ctx, input: { sequenceId, isOn: false } });
      await deleteSequence({ ctx, input: { sequenceId } });
      expect(await ctx.db.withSystem((tx) => wrongFigures(tx, ctx.orgId))).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

it("counts people, messages and ends at each step", async () => {
  const shop = await shopWithPeople();
  const { ctx, sequenceId } = shop;
  const ids = await Promise.all([0, 1, 2, 3].map((place) => addContact(shop, place)));
  for (const contactId of ids) await enrolOne({ ctx, input: { sequenceId, contactId, source: "api" } });
  await runSequences(platform.services);
  await report(shop, ids[0]!, "failed");
  await report(shop, ids[1]!, "delivered");
  for (const state of ["delivered", "read"] as const) await report(shop, ids[2]!, state);
  await endEnrolmentsOf(ctx, { contactIds: [ids[2]!], subjectIds: [], reason: "replied" });
  platform.clock.advance(hourMs + 1000);
  await runSequences(platform.services);
  const { figures } = await getSequence(ctx, sequenceId);
  expect(figures).toMatchObject({
    ...{ enrolled: 4, open: 0, held: 0 },
    ends: [
      { reason: "completed", count: 3 },
      { reason: "replied", count: 1 },
    ],
    steps: {
      s1: {
        entered: 4,
        here: 0,
        sent: 4,
        delivered: 2,
        read: 1,
        failed: 1,
        replied: 1,
        skipped: 0,
        ended: 0,
      },
      s2: { entered: 4, here: 0, ended: 1 },
      s3: { entered: 3, here: 0, ended: 0 },
      s4: { entered: 1, sent: 1 },
    },
  });
});
