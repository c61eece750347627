import type { Tx } from "#app/db/client.server.ts";
import { flowSessions } from "#app/db/schema/flows/flows.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { giveToMembers } from "#app/domain/messaging/conversations/giveToMembers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { EndStatus } from "../engine/state.ts";
import { flowEnded, flowHandedOver } from "../events.ts";
import { handOverNote } from "../notes.ts";
import type { EndReason } from "../words.ts";
import { asFlow, ownSession, type Running } from "./session.server.ts";

/** The most answers in a note, to keep it readable. */
const mostAnswers = 30;

const noteOf = ({ flowName, flow, session }: Running, reason: EndReason | null): string =>
  handOverNote("flow.handed_over", {
    flow: flowName,
    reason: reason ?? "handover_step",
    language: flow.language,
    answers: Object.entries(session.answers)
      .slice(0, mostAnswers)
      .map(([name, answer]) => [name, String(answer).slice(0, 120)]),
  });

/** Ends a session, once. After a handover the conversation waits for a member, with a note. */
export async function endSession(
  tx: Tx,
  ctx: OrgContext,
  running: Running,
  { status, reason, toPerson }: { status: EndStatus; reason: EndReason | null; toPerson?: boolean },
): Promise<void> {
  const { session, open, flowName } = running;
  const now = ctx.clock.now();
  const isGiven = status === "handed_over" || toPerson === true;
  await tx
    .update(flowSessions)
    .set({ status, reason, toPerson: isGiven, dueAt: null, calls: 0, endedAt: now, updatedAt: now })
    .where(ownSession(ctx, session.id));
  const subject = session.conversationId;
  const contact = nameOf(open.contact.name, open.contact.phone);
  if (isGiven) {
    await giveToMembers(tx, asFlow(ctx), { conversationId: subject, note: noteOf(running, reason) });
    await record(tx, ctx, flowHandedOver, {
      subject,
      data: { flow: flowName, contact, reason: reason ?? "handover_step" },
    });
  }
  if (status !== "handed_over")
    await record(tx, ctx, flowEnded, { subject, data: { flow: flowName, contact, status, reason } });
}
