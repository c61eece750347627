import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowSessions } from "#app/db/schema/flows/flows.ts";
import { isMarketingStopText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { memberWrote } from "#app/domain/messaging/conversations/memberWrote.server.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import type { HookClient } from "#app/providers/webhooks/post.server.ts";
import { flowTexts } from "../engine/flowTexts.ts";
import { receiveAnswer, remind, resume } from "../engine/receiveAnswer.ts";
import type { Effect } from "../engine/state.ts";
import { beginIfCalled } from "./begin.server.ts";
import { callSystem } from "./call.server.ts";
import { doEffect } from "./effects.server.ts";
import { endSession } from "./end.server.ts";
import { asFlow, ownSession, personOf, type Running, runningIn, stateOf } from "./session.server.ts";
import { flowHas } from "./taken.server.ts";
import { applyTurn, type Call, nextLease, wakeAt } from "./turn.server.ts";
import { type Heard, take, takenInLastMinute, waitingSince } from "./waiting.server.ts";

/** More messages within a minute are a flood. */
const mostInAMinute = 20;
const mostCalls = 3;
/** The limit of one job; the next one continues. */
const mostRounds = 80;

type Round = { kind: "again" } | { kind: "rest" } | { kind: "call"; call: Call; running: Running };
const again: Round = { kind: "again" };
const rest: Round = { kind: "rest" };

/**
 * Advances the flow of a conversation as far as possible: each message of the customer once, in order, then
 * due steps. Each step is one transaction under the conversation's lock, so it survives a crash, and
 * concurrent calls take turns. Returns whether a flow leads the conversation.
 */
export async function runFlows({
  ctx,
  hooks,
  input: { conversationId },
}: {
  ctx: OrgContext;
  hooks: Pick<HookClient, "post">;
  input: { conversationId: string };
}): Promise<{ leads: boolean }> {
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const round = await ctx.db.withOrg(ctx.orgId, (tx) => oneRound(tx, ctx, conversationId));
    if (round.kind === "rest") break;
    if (round.kind === "again") continue;
    const answers = await callSystem(ctx, hooks, round.call, round.running);
    await ctx.db.withOrg(ctx.orgId, (tx) => takeAnswer(tx, ctx, conversationId, round.call, answers));
  }
  return { leads: await ctx.db.withOrg(ctx.orgId, (tx) => flowHas(tx, ctx, conversationId)) };
}

/** The conversation; undefined when nothing can be sent in it. */
async function openIfSendable(tx: Tx, ctx: OrgContext, conversationId: string) {
  try {
    return await openForSending(tx, ctx, conversationId);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const asRound = (call: Call | undefined, running: Running): Round =>
  call ? { kind: "call", call, running } : again;

async function oneRound(tx: Tx, ctx: OrgContext, conversationId: string): Promise<Round> {
  const open = await openIfSendable(tx, ctx, conversationId);
  if (!open) return rest;
  const found = await runningIn(tx, ctx, conversationId);
  if (!found) {
    const begun = await beginIfCalled(tx, ctx, open);
    if (!begun) return rest;
    const running = await runningIn(tx, ctx, conversationId);
    return running ? asRound(begun.call, { ...running, open }) : again;
  }
  const running: Running = { ...found, open };
  const { session } = running;
  if (await memberWrote(tx, ctx, open.conversation, session.startedAt)) {
    await endSession(tx, ctx, running, { status: "stopped", reason: "member_wrote" });
    return rest;
  }
  if (session.calls === 0) {
    const waiting = await waitingSince(tx, ctx, open, session.startedAt);
    if (waiting[0]) return receiveOne(tx, ctx, running, waiting[0], waiting);
  }
  const isDue = session.dueAt !== null && session.dueAt <= ctx.clock.now();
  return isDue ? whatIsDue(tx, ctx, running) : rest;
}

/** A tap on an earlier question's options does not answer the present one. */
const isOldTap = ({ session }: Running, { tapped }: Heard) =>
  tapped?.startsWith("flow:") === true && !tapped.startsWith(`flow:${session.id}:${session.stepId}:`);

async function receiveOne(
  tx: Tx,
  ctx: OrgContext,
  running: Running,
  message: Heard,
  waiting: readonly Heard[],
): Promise<Round> {
  const { session, flow, open } = running;
  if ((await takenInLastMinute(tx, ctx, session.conversationId)) >= mostInAMinute) {
    await take(tx, ctx, session, waiting);
    await sendOnce(tx, ctx, running, { kind: "send", text: flowTexts[flow.language].person }, "flood");
    await endSession(tx, ctx, running, { status: "stopped", reason: "flood", toPerson: true });
    return rest;
  }
  const [taken] = await take(tx, ctx, session, [message]);
  if (!taken) return again;
  if (isOptOutText(message.body) || isMarketingStopText(message.body)) {
    await endSession(tx, ctx, running, { status: "stopped", reason: "opted_out" });
    return again;
  }
  const said = isOldTap(running, message) ? "" : message.body;
  const turn = receiveAnswer(flow, stateOf(session), said, { person: personOf(open), now: ctx.clock.now() });
  return asRound(await applyTurn(tx, ctx, { ...running, message }, turn), running);
}

/** Without a message: retries a call, reminds the customer, or ends the session. */
async function whatIsDue(tx: Tx, ctx: OrgContext, running: Running): Promise<Round> {
  const { session, flow, open } = running;
  const now = ctx.clock.now();
  if (session.calls > 0) return callAgain(tx, ctx, running);
  const { timeout } = flow.definition;
  if (timeout.remindMinutes > 0 && session.remindedAt === null) {
    const reminder = remind(flow, stateOf(session), personOf(open));
    if (reminder) await sendOnce(tx, ctx, running, reminder, "reminder");
    const dueAt = new Date(now.getTime() + timeout.endMinutes * 60_000);
    await tx.update(flowSessions).set({ remindedAt: now, dueAt }).where(ownSession(ctx, session.id));
    await wakeAt(tx, ctx, session.conversationId, dueAt);
    return rest;
  }
  const toPerson = timeout.afterwards === "handover";
  const text = timeout.text || (toPerson ? flowTexts[flow.language].person : "");
  if (text !== "") await sendOnce(tx, ctx, running, { kind: "send", text }, "timeout");
  await endSession(tx, ctx, running, { status: "timed_out", reason: "no_answer", toPerson });
  return rest;
}

async function sendOnce(
  tx: Tx,
  ctx: OrgContext,
  running: Running,
  effect: Effect,
  what: string,
): Promise<void> {
  const { session, open } = running;
  if (!windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) return;
  const key = `flow:${session.id}:${session.turn}:${what}`;
  await doEffect(tx, asFlow(ctx), running, effect, { key, stepId: session.stepId ?? "" });
}

/** The calling process crashed: retries the call, and takes the failure branch after three attempts. */
async function callAgain(tx: Tx, ctx: OrgContext, running: Running): Promise<Round> {
  const { session, flow, open } = running;
  const step = flow.definition.steps.find(({ id }) => id === session.stepId);
  if (session.calls >= mostCalls || step?.kind !== "webhook") {
    const turn = resume(flow, stateOf(session), undefined, personOf(open));
    return asRound(await applyTurn(tx, ctx, running, turn), running);
  }
  const dueAt = nextLease(ctx.clock.now());
  await tx
    .update(flowSessions)
    .set({ calls: session.calls + 1, dueAt })
    .where(ownSession(ctx, session.id));
  await wakeAt(tx, ctx, session.conversationId, dueAt);
  return { kind: "call", call: { sessionId: session.id, turn: session.turn, step }, running };
}

/** Continues with the system's response, unless the session has moved on. */
async function takeAnswer(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  call: Call,
  answers: Record<string, string> | undefined,
): Promise<void> {
  const open = await openIfSendable(tx, ctx, conversationId);
  const found = await runningIn(tx, ctx, conversationId);
  if (!open || found?.session.id !== call.sessionId || found.session.turn !== call.turn) return;
  const running: Running = { ...found, open };
  const turn = resume(running.flow, stateOf(running.session), answers, personOf(open));
  const next = await applyTurn(tx, ctx, running, turn);
  // Another call follows: due now, so that the next round makes it.
  if (next)
    await tx
      .update(flowSessions)
      .set({ calls: 1, dueAt: ctx.clock.now() })
      .where(eq(flowSessions.id, call.sessionId));
}
