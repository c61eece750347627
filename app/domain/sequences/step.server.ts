import type { Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import {
  type EnrolmentEnd,
  type HoldReason,
  type SequenceStep,
  type StepOutcome,
  sequenceEnrolments,
  sequenceStepRuns,
} from "#app/db/schema/sequences/sequences.ts";
import { act, type Target } from "#app/domain/automation/act.server.ts";
import { type Action, filledAction } from "#app/domain/automation/actions.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { refusedByCap } from "#app/domain/messaging/campaigns/frequencyCap.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { categoryOf, clocksOf } from "./clocks.server.ts";
import { endedBy } from "./end.server.ts";
import { enrolmentEnded } from "./events.ts";
import { type Enrolment, findSequence, ownEnrolment, type Sequence, stepsOfVersion } from "./find.server.ts";
import { clearMoneyNotice, noticeNoMoney } from "./money.server.ts";
import { type Known, loadPerson } from "./person.server.ts";
import { afterCheck, afterMissed, endOfWait, sendingTime, stepAfter } from "./plan.ts";
import { addToTotals, type Counted, endOf } from "./totals.server.ts";

type OfContact = Enrolment & { contactId: string };
const hasContact = (enrolment: Enrolment): enrolment is OfContact => enrolment.contactId !== null;

/** An enrolment in its step, with its row locked. */
interface At {
  enrolment: OfContact;
  sequence: Sequence;
  steps: readonly SequenceStep[];
  known: Known;
  now: Date;
}

const minuteMs = 60_000;
const longestHoldMinutes = 360;

/**
 * Runs the current step of an enrolment with its effects, in the caller's transaction. Returns whether the next one is
 * due as well.
 */
export async function runStep(tx: Tx, ctx: OrgContext, enrolmentId: string): Promise<boolean> {
  const [enrolment] = await tx
    .select()
    .from(sequenceEnrolments)
    .where(ownEnrolment(ctx, enrolmentId))
    .for("update");
  if (!enrolment || enrolment.endedAt) return false;
  const now = ctx.clock.now();
  if (!hasContact(enrolment)) {
    await change(tx, ctx, enrolment, endedBy("deleted", now));
    await addToTotals(tx, ctx.orgId, endOf("deleted")(enrolment));
    return false;
  }
  if (enrolment.waitsUntil && enrolment.waitsUntil > now) {
    await change(tx, ctx, enrolment, { dueAt: enrolment.waitsUntil });
    return false;
  }
  const sequence = await findSequence(tx, ctx, enrolment.sequenceId);
  if (sequence.state !== "on") {
    await change(tx, ctx, enrolment, { held: "off", dueAt: null });
    return false;
  }
  const steps = await stepsOfVersion(tx, ctx, sequence.id, enrolment.version);
  const known = await loadPerson(tx, ctx, enrolment);
  const at: At = { enrolment, sequence, steps, known, now };
  if (known.optedOutAt) return end(tx, ctx, at, "opted_out");
  const step = steps.find(({ id }) => id === enrolment.stepId);
  return step ? runOf(tx, ctx, at, step) : end(tx, ctx, at, "completed");
}

async function runOf(tx: Tx, ctx: OrgContext, at: At, step: SequenceStep): Promise<boolean> {
  switch (step.kind) {
    case "send":
      return send(tx, ctx, at, step);
    case "wait":
      return wait(tx, ctx, at, step);
    case "check": {
      const { isMet, next } = afterCheck(at.steps, step, at.known.factOf);
      return pass(tx, ctx, at, step, next, { outcome: isMet ? "done" : "otherwise" });
    }
    case "act":
      return doAction(tx, ctx, at, step);
    case "end":
      return end(tx, ctx, at, "completed", await addRun(tx, ctx, at, step, { outcome: "done" }));
  }
}

type Of<K extends SequenceStep["kind"]> = Extract<SequenceStep, { kind: K }>;

async function wait(tx: Tx, ctx: OrgContext, at: At, step: Of<"wait">): Promise<boolean> {
  const { enrolment, steps, known, now } = at;
  if (enrolment.waitsUntil) return pass(tx, ctx, at, step, stepAfter(steps, step.id), { outcome: "done" });
  const subject = { anchorAt: enrolment.anchorAt, factOf: known.factOf };
  const until = endOfWait(step.wait, now, subject, await clocksOf(tx, ctx));
  if (until === "no_date") return end(tx, ctx, at, "no_date");
  if (until === "missed")
    return pass(tx, ctx, at, step, afterMissed(steps, step.id), { outcome: "skipped", reason: "missed" });
  await change(tx, ctx, enrolment, { waitsUntil: until, dueAt: until, held: null, attempts: 0 });
  return until <= now;
}

const targetOf = ({ enrolment, known }: At): Target => ({
  contactId: enrolment.contactId,
  conversationId: null,
  recipient: known.phone === "" ? { conversationId: known.conversationId ?? "" } : { phone: known.phone },
});

const keyOf = ({ enrolment }: At, step: SequenceStep) => `sequence:${enrolment.id}:${step.id}`;

/** Does an action in a savepoint; a refusal leaves nothing behind. */
function attempt(tx: Tx, ctx: OrgContext, at: At, step: SequenceStep, action: Action) {
  const occasion = { key: keyOf(at, step), at: at.now, by: "flow" as const };
  return inSavepoint(tx, () =>
    act(tx, ctx, targetOf(at), filledAction(action, at.known.factOf), occasion),
  ).catch((error: unknown) => {
    if (error instanceof DomainError) return error;
    throw error;
  });
}

async function send(tx: Tx, ctx: OrgContext, at: At, step: Of<"send">): Promise<boolean> {
  const { known, now, steps, sequence } = at;
  if (known.phone === "" && known.conversationId === null) return end(tx, ctx, at, "no_phone");
  const { quiet } = await clocksOf(tx, ctx);
  const category = await categoryOf(tx, ctx, step.templateId);
  const sendAt = sendingTime(category === "AUTHENTICATION" ? null : quiet, now);
  if (sendAt > now) return hold(tx, ctx, at, "quiet", sendAt);
  const tooOften = category === "MARKETING" && (await refusedByCap(tx, ctx, at.enrolment.contactId));
  if (tooOften) return refused(tx, ctx, at, step, tooOften);
  const done = await attempt(tx, ctx, at, step, { ...step, kind: "template" });
  if (done instanceof DomainError) return refused(tx, ctx, at, step, done);
  const messageId = done.did === "template_queued" ? done.messageId : null;
  await clearMoneyNotice(tx, ctx, sequence);
  return pass(tx, ctx, at, step, stepAfter(steps, step.id), { outcome: "sent", messageId });
}

/** Refusals that may end: the step is tried again. */
const holds: Readonly<Record<string, HoldReason>> = {
  "wallet.too_little": "no_money",
  "template.not_sendable": "template",
  "template.not_found": "template",
  "template.file_missing": "template",
  "conversation.number_disconnected": "number",
  "whatsapp_number.not_found": "number",
  "whatsapp_number.none_connected": "number",
  "organisation.suspended": "number",
};

async function refused(
  tx: Tx,
  ctx: OrgContext,
  at: At,
  step: SequenceStep,
  error: DomainError,
): Promise<boolean> {
  const held = holds[error.code];
  if (error.code === "contact.opted_out") return end(tx, ctx, at, "opted_out");
  if (!held) {
    const next = stepAfter(at.steps, step.id);
    return pass(tx, ctx, at, step, next, { outcome: "skipped", reason: noteOfRefusal(error) });
  }
  if (held === "no_money") await noticeNoMoney(tx, ctx, at.sequence);
  const minutes = Math.min(15 * Math.max(1, at.enrolment.attempts), longestHoldMinutes);
  return hold(tx, ctx, at, held, new Date(at.now.getTime() + minutes * minuteMs));
}

async function doAction(tx: Tx, ctx: OrgContext, at: At, step: Of<"act">): Promise<boolean> {
  const done = await attempt(tx, ctx, at, step, step.action);
  const next = stepAfter(at.steps, step.id);
  return pass(
    tx,
    ctx,
    at,
    step,
    next,
    done instanceof DomainError
      ? { outcome: "skipped", reason: noteOfRefusal(done) }
      : { outcome: done.did === "no_conversation" ? "skipped" : "done" },
  );
}

async function hold(
  tx: Tx,
  ctx: OrgContext,
  { enrolment }: At,
  held: HoldReason,
  dueAt: Date,
): Promise<boolean> {
  await change(tx, ctx, enrolment, { held, dueAt });
  return false;
}

const change = (
  tx: Tx,
  ctx: OrgContext,
  { id }: Enrolment,
  values: Partial<typeof sequenceEnrolments.$inferInsert>,
) => tx.update(sequenceEnrolments).set(values).where(ownEnrolment(ctx, id));

interface Outcome {
  outcome: StepOutcome;
  reason?: string;
  messageId?: string | null;
}

/** Stores that a step is done. Returns what that counts. */
async function addRun(
  tx: Tx,
  ctx: OrgContext,
  { enrolment: { id: enrolmentId, sequenceId }, now: at }: At,
  { id: stepId }: SequenceStep,
  outcome: Outcome,
): Promise<Counted[]> {
  const added = await tx
    .insert(sequenceStepRuns)
    .values({ ...{ orgId: ctx.orgId, enrolmentId, stepId, sequenceId, at }, ...outcome })
    .onConflictDoNothing()
    .returning({ stepId: sequenceStepRuns.stepId });
  return added.map(() => ({ sequenceId, stepId, counted: outcome.outcome, by: 1 }));
}

/** Leaves a step for the next one, which is due at once; without one it is completed. */
async function pass(
  tx: Tx,
  ctx: OrgContext,
  at: At,
  step: SequenceStep,
  next: SequenceStep | undefined,
  outcome: Outcome,
): Promise<boolean> {
  const done = await addRun(tx, ctx, at, step, outcome);
  if (!next) return end(tx, ctx, at, "completed", done);
  const { now } = at;
  const fresh = { waitsUntil: null, held: null, attempts: 0 };
  await change(tx, ctx, at.enrolment, { stepId: next.id, enteredAt: now, dueAt: now, ...fresh });
  const moved = [leaves(at), { ...leaves(at), stepId: next.id, by: 1 }];
  await addToTotals(tx, ctx.orgId, [...done, ...moved]);
  return true;
}

const leaves = ({ enrolment: { sequenceId, stepId } }: At) =>
  ({ sequenceId, stepId, counted: "open", by: -1 }) as const;

async function end(
  tx: Tx,
  ctx: OrgContext,
  at: At,
  reason: EnrolmentEnd,
  done: readonly Counted[] = [],
): Promise<false> {
  const { enrolment, sequence, known, now } = at;
  const stepId = reason === "completed" ? null : enrolment.stepId;
  await change(tx, ctx, enrolment, { ...endedBy(reason, now), stepId });
  const { contactId } = enrolment;
  const contact = nameOf(known.name, known.phone || null);
  await record(tx, ctx, enrolmentEnded, {
    subject: sequence.id,
    data: { sequence: sequence.name, contactId, contact, reason },
  });
  const ended: Counted = { sequenceId: sequence.id, stepId, counted: reason, by: 1 };
  await addToTotals(tx, ctx.orgId, [...done, leaves(at), ended]);
  return false;
}
