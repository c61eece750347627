import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequenceStepRuns,
} from "#app/db/schema/sequences/sequences.ts";
import { quoteEnrolment } from "#app/domain/sequences/batch.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { connectNumber } from "#tests/support/campaign.ts";
import { sequenceOn, wrongFigures } from "#tests/support/sequences.ts";
import type { Scenario } from "./deaths.ts";
import { killAtEvery } from "./killAtEvery.ts";
import { runSequenceSteps, type SequenceSteps } from "./sequenceSteps.ts";

const people = 2;
const stepsOf = (templateId: string): SequenceStep[] => {
  const send = (id: string): SequenceStep => ({ id, kind: "send", templateId, values: ["{name}"] });
  const wait = (id: string): SequenceStep => ({ id, kind: "wait", wait: { until: "hours", amount: 1 } });
  const tag: SequenceStep = { id: "s6", kind: "act", action: { kind: "tag", tag: "welcomed" } };
  return [send("s1"), wait("s2"), send("s3"), wait("s4"), send("s5"), tag];
};
/** The first contact replies to its first message. */
const [messagesOfReply, messagesOfOther] = [1, 3];

/** A shop with two contacts, and a sequence that is on. */
async function newShop(services: Services): Promise<SequenceSteps> {
  const orgId = newId("org") as OrgId;
  const phoneNumberId = String(randomInt(1e12, 9e12));
  const account = { wabaId: `w${phoneNumberId}`, phoneNumberId, accessToken: "EAAcrash" };
  const { templateId } = await connectNumber(services, orgId, account);
  const ids = Array.from({ length: people }, () => newId("con"));
  await services.db.withSystem((tx) =>
    tx.insert(contacts).values(
      ids.map((id) => ({
        ...{ orgId, id, phone: `+2547${randomInt(10_000_000, 99_999_999)}`, name: "Asha" },
        consent: "granted" as const,
      })),
    ),
  );
  const ctx = systemContext(services, orgId, "crash");
  const sequenceId = await sequenceOn(ctx, stepsOf(templateId));
  const audience = { to: "all", tag: "", segmentId: "", anchor: "" } as const;
  const { totalCents } = await quoteEnrolment({ ctx, input: { ...audience, sequenceId } });
  return { orgId, sequenceId, repliesId: ids[0]!, people, totalCents, from: Date.now() };
}

/** Counts what is missing and what is there more than once: enrolments, steps, messages, and money for them. */
async function judge({ db }: Services, { orgId, repliesId }: SequenceSteps) {
  const reads = db.systemReads;
  const own = orgId as OrgId;
  const enrolments = await reads.select().from(sequenceEnrolments).where(eq(sequenceEnrolments.orgId, own));
  const runs = await reads.select().from(sequenceStepRuns).where(eq(sequenceStepRuns.orgId, own));
  const sent = await reads.select().from(messages).where(eq(messages.orgId, own));
  const held = await reads.select().from(holds).where(eq(holds.orgId, own));
  const sentTo = (isReply: boolean) =>
    sent.filter(({ contactId }) => (contactId === repliesId) === isReply).length;
  const endedBy = (reason: string) => enrolments.filter(({ endReason }) => endReason === reason).length;
  const pairs: [number, number][] = [
    [enrolments.length, people],
    [endedBy("replied"), 1],
    [endedBy("completed"), people - 1],
    [sentTo(true), messagesOfReply],
    [sentTo(false), messagesOfOther],
    [held.length, messagesOfReply + messagesOfOther],
    [runs.filter(({ outcome }) => outcome === "sent").length, messagesOfReply + messagesOfOther],
    [
      runs.filter(({ messageState }) => messageState === "delivered").length,
      messagesOfReply + messagesOfOther,
    ],
    [(await db.withSystem((tx) => wrongFigures(tx, own))).length, 0],
  ];
  return {
    lost: pairs.filter(([is, shouldBe]) => is < shouldBe).length,
    doubled: pairs.filter(([is, shouldBe]) => is > shouldBe).length,
  };
}

/** kill -9 between any two statements from entering a sequence to its end; afterwards the queue continues. */
export const sequences: Scenario = (ground, { short }) =>
  killAtEvery(
    ground,
    "sequences",
    short,
    async (services) => {
      const shop = await newShop(services);
      return {
        step: { kind: "sequence" as const, sequence: shop },
        // A dead process leaves its leases for five minutes.
        recover: () => runSequenceSteps(services, { ...shop, from: shop.from + 10 * 60_000 }),
        judge: () => judge(services, shop),
      };
    },
    40,
  );
