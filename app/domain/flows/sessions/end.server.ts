import type { Tx } from "#app/db/client.server.ts";
import { flowSessions } from "#app/db/schema/flows.ts";
import { giveToMembers } from "#app/domain/messaging/conversations/giveToMembers.server.ts";
import { nameOf } from "#app/domain/messaging/conversations/nameOf.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { EndStatus } from "../engine/state.ts";
import { flowEnded, flowHandedOver } from "../events.ts";
import { type EndReason, endReasons, flowLanguages } from "../words.ts";
import { asFlow, ownSession, type Running } from "./session.server.ts";

const longestNote = 4000;

/** What a member who takes over should know: why, in which language, and what was answered. */
function noteOf({ flowName, flow, session }: Running, reason: EndReason | null): string {
  const answers = Object.entries(session.answers).map(([name, answer]) => `- ${name}: ${answer}`);
  return [
    `Flow “${flowName}”: ${endReasons[reason ?? "handover_step"].toLowerCase()}.`,
    `Language: ${flowLanguages[flow.language]}.`,
    ...(answers.length > 0 ? ["They answered:", ...answers] : ["They answered nothing yet."]),
  ]
    .join("\n")
    .slice(0, longestNote);
}

/** Ends a session, once; a conversation that goes to a person waits for one, with a note. */
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
