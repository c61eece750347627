import { eq } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { enrolBatch, startEnrolment } from "#app/domain/sequences/batch.server.ts";
import { endEnrolmentsOf } from "#app/domain/sequences/end.server.ts";
import { runSequences } from "#app/domain/sequences/run.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

export interface SequenceSteps {
  orgId: string;
  sequenceId: string;
  /** Replies after the first message. */
  repliesId: string;
  people: number;
  totalCents: number;
  /** When it begins, in ms: a later run finds the leases of a dead process over. */
  from: number;
}

const hourMs = 3_600_000;

const at = (services: Services, ms: number): Services => ({
  ...services,
  clock: { now: () => new Date(ms) },
});

/** Contacts enter a sequence, get its messages hours apart, and one ends it by a reply, as the queue would do it. */
export async function runSequenceSteps(services: Services, steps: SequenceSteps): Promise<void> {
  const orgId = steps.orgId as OrgId;
  const begin = at(services, steps.from);
  const { sequenceId, people, totalCents } = steps;
  const audience = { to: "all", tag: "", segmentId: "", anchor: "" } as const;
  const ctx = systemContext(begin, orgId, "crash");
  const { batchId } = await startEnrolment({
    ctx,
    input: { ...audience, sequenceId, people, totalCents, key: "crash" },
  });
  await enrolBatch(ctx, batchId);
  await runSequences(begin, { orgId });
  const reply = at(services, steps.from + hourMs / 2);
  const contactIds = [steps.repliesId];
  await endEnrolmentsOf(systemContext(reply, orgId, "crash"), {
    contactIds,
    subjectIds: [],
    reason: "replied",
  });
  for (let hours = 1; hours <= 2; hours += 1)
    await runSequences(at(services, steps.from + (hours + 0.2) * hourMs), { orgId });
  await deliver(at(services, steps.from + 3 * hourMs), orgId);
}

/** Reports each message as delivered, in one webhook. */
const deliver = ({ db, clock }: Services, orgId: OrgId) =>
  db.withSystem(async (tx) => {
    const now = clock.now();
    const rows = await tx.select({ id: messages.id }).from(messages).where(eq(messages.orgId, orgId));
    const moves = rows.map(({ id }) => ({ id, state: "delivered" as const, at: now, wamid: `wamid.${id}` }));
    await applyMoves(tx, { orgId, moves, at: now });
  });
