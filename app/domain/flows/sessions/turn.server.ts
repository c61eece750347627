import type { Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { type FlowStep, flowSessions } from "#app/db/schema/flows/flows.ts";
import { runFlowJob } from "#app/domain/flows/jobs.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { ended, type Rest, type Turn } from "../engine/state.ts";
import type { EndReason } from "../words.ts";
import { doEffect } from "./effects.server.ts";
import { endSession } from "./end.server.ts";
import { asFlow, ownSession, type Running } from "./session.server.ts";

/** After this time the calling process is presumed dead, and the call is retried. */
const callLeaseMs = 60_000;
/** Delays the job, so that it finds the step due. */
const wakeLateMs = 2000;

/** A call of a system, made outside of any transaction. */
export interface Call {
  sessionId: string;
  turn: number;
  step: Extract<FlowStep, { kind: "webhook" }>;
}

/** Applies a turn's effects and stores the session, in the transaction that claimed the message. */
export async function applyTurn(
  tx: Tx,
  ctx: OrgContext,
  running: Running,
  { state, effects, rest: restOfTurn }: Turn,
): Promise<Call | undefined> {
  const { session, open } = running;
  const now = ctx.clock.now();
  let rest: Rest = restOfTurn;
  const isOpen = windowIsOpen(open.conversation.windowEndsAt, now);
  for (const [index, effect] of effects.entries()) {
    if (effect.kind === "send" && !isOpen) {
      // Free-form messages are not allowed now: a member can send a template.
      rest = ended("handed_over", "window_closed");
      break;
    }
    const refused = await tryEffect(tx, ctx, running, effect, { index, stepId: state.stepId ?? "" });
    if (refused) {
      rest = ended("handed_over", reasonOf(effect, refused));
      break;
    }
  }
  const turn = session.turn + 1;
  const dueAt = dueAtOf(running, rest, now);
  const kept = { ...state, turn, dueAt, calls: rest.kind === "webhook" ? 1 : 0, remindedAt: null };
  await tx
    .update(flowSessions)
    .set({ ...kept, updatedAt: now })
    .where(ownSession(ctx, session.id));
  Object.assign(session, kept);
  if (dueAt) await wakeAt(tx, ctx, session.conversationId, dueAt);
  if (rest.kind === "end") await endSession(tx, ctx, running, rest);
  return rest.kind === "webhook" ? { sessionId: session.id, turn, step: rest.step } : undefined;
}

export const wakeAt = (tx: Tx, ctx: OrgContext, conversationId: string, dueAt: Date) =>
  ctx.jobs.enqueue(
    runFlowJob,
    { orgId: ctx.orgId, conversationId },
    { tx, startAfter: new Date(dueAt.getTime() + wakeLateMs) },
  );

function dueAtOf({ flow }: Running, rest: Rest, now: Date): Date | null {
  if (rest.kind === "end") return null;
  if (rest.kind === "webhook") return new Date(now.getTime() + callLeaseMs);
  const { remindMinutes, endMinutes } = flow.definition.timeout;
  return new Date(now.getTime() + (remindMinutes || endMinutes) * 60_000);
}

export const nextLease = (now: Date) => new Date(now.getTime() + callLeaseMs);

/**
 * Applies an effect in a savepoint, so that a refusal leaves nothing behind. Returns the refusal.
 */
async function tryEffect(
  tx: Tx,
  ctx: OrgContext,
  running: Running,
  effect: Turn["effects"][number],
  { index, stepId }: { index: number; stepId: string },
): Promise<DomainError | undefined> {
  const { session } = running;
  // One millisecond apart, to keep their order.
  const at = new Date(ctx.clock.now().getTime() + index);
  const each = { ...asFlow(ctx), clock: { now: () => at } };
  try {
    await inSavepoint(tx, () =>
      doEffect(tx, each, running, effect, {
        key: `flow:${session.id}:${session.turn}:${index}`,
        stepId,
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error;
  }
}

const orderReasons: Readonly<Record<string, EndReason>> = {
  "order.unknown_product": "order_no_product",
  "order.out_of_stock": "order_no_stock",
  "till.none": "order_no_till",
};

/** Why the session ends, as members read it. */
const reasonOf = ({ kind }: Turn["effects"][number], { code }: DomainError): EndReason =>
  kind === "order" ? (orderReasons[code] ?? "order_refused") : "not_sendable";
