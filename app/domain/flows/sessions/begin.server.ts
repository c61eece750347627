import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type FlowStarts, flowSessions, flows, type StartedBy } from "#app/db/schema/flows/flows.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { isMarketingStopText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { memberWrote } from "#app/domain/messaging/conversations/memberWrote.server.ts";
import type { OpenConversation } from "#app/domain/messaging/messages/openForSending.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { folded } from "../engine/flowTexts.ts";
import { begin } from "../engine/receiveAnswer.ts";
import { flowStarted } from "../events.ts";
import { type Flow, findVersion } from "../find.server.ts";
import { personOf, type Running } from "./session.server.ts";
import { applyTurn, type Call } from "./turn.server.ts";
import {
  candidates,
  floodedLately,
  type Heard,
  isFirst,
  take,
  templateOf,
  waitingSince,
} from "./waiting.server.ts";

/** A contact whom a member messaged within this time is already being served. */
const memberGraceMs = 30 * 60_000;

const seenMs = 60_000;

/** Begins a session and sends everything before the first question. */
export async function beginSession(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  start: { flow: Flow; by: StartedBy; key: string; message?: Heard },
): Promise<{ sessionId: string; call: Call | undefined }> {
  const { flow, by, key, message } = start;
  const { number, definition } = await findVersion(tx, ctx, flow.id, flow.version ?? 0);
  const now = ctx.clock.now();
  const [session] = await tx
    .insert(flowSessions)
    .values({
      ...{ orgId: ctx.orgId, id: newId("fse", now.getTime()), flowId: flow.id, version: number },
      ...{ conversationId: open.conversation.id, startedBy: by, startKey: key },
      ...{ startedAt: message?.createdAt ?? now, updatedAt: now },
    })
    .returning();
  // The message that caused a rule or member to start the flow does not answer its first question, nor goes to
  // a bot.
  const seen = message ? [message] : await waitingSince(tx, ctx, open, new Date(now.getTime() - seenMs));
  await take(tx, ctx, session!, seen);
  await record(tx, ctx, flowStarted, {
    subject: open.conversation.id,
    data: { flow: flow.name, contact: nameOf(open.contact.name, open.contact.phone) },
  });
  const running: Running = {
    ...{ session: session!, flowName: flow.name, flow: { definition, language: flow.language }, open },
    ...(message ? { message } : {}),
  };
  const call = await applyTurn(tx, ctx, running, begin(running.flow, personOf(open)));
  return { sessionId: session!.id, call };
}

/** Live flows for a conversation, those for its number first. */
async function liveFlows(tx: Tx, ctx: OrgContext, { conversation }: OpenConversation): Promise<Flow[]> {
  const found = await tx
    .select()
    .from(flows)
    .where(
      and(
        eq(flows.orgId, ctx.orgId),
        eq(flows.status, "live"),
        or(isNull(flows.phoneNumberId), eq(flows.phoneNumberId, conversation.phoneNumberId)),
      ),
    )
    .orderBy(asc(flows.createdAt), asc(flows.id));
  return found.sort((a, b) => Number(b.phoneNumberId !== null) - Number(a.phoneNumberId !== null));
}

type Match = { by: StartedBy } | undefined;

/** Whether a message starts a flow, and by which trigger. */
async function matches(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  { keywords, button, templateId, firstMessage }: FlowStarts,
  message: Heard,
): Promise<Match> {
  const said = folded(message.body);
  if (button !== "" && message.button !== undefined && folded(message.button) === folded(button)) {
    if (templateId === "" || templateId === (await templateOf(tx, ctx, open, message.answers)))
      return { by: "button" };
  }
  if (keywords.some((word) => folded(word) === said)) return { by: "keyword" };
  return firstMessage && (await isFirst(tx, ctx, open, message)) ? { by: "first_message" } : undefined;
}

/** Starts the flow that the customer's messages trigger, if any. */
export async function beginIfCalled(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
): Promise<{ call: Call | undefined } | undefined> {
  const live = await liveFlows(tx, ctx, open);
  if (live.length === 0 || (await floodedLately(tx, ctx, open.conversation.id))) return undefined;
  const since = new Date(ctx.clock.now().getTime() - memberGraceMs);
  for (const message of await candidates(tx, ctx, open)) {
    if (isOptOutText(message.body) || isMarketingStopText(message.body)) continue;
    for (const flow of live) {
      if ((flow.publishedAt?.getTime() ?? 0) > message.createdAt.getTime() + 1000) continue;
      const { definition } = await findVersion(tx, ctx, flow.id, flow.version ?? 0);
      const match = await matches(tx, ctx, open, definition.starts, message);
      if (!match) continue;
      if (await memberWrote(tx, ctx, open.conversation, since)) return undefined;
      return beginSession(tx, ctx, open, { flow, ...match, key: `message:${message.id}`, message });
    }
  }
  return undefined;
}
