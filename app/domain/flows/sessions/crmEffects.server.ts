import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { members } from "#app/db/schema/identity.ts";
import { addDeal } from "#app/domain/crm/deals/create.server.ts";
import { stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { addTask } from "#app/domain/crm/tasks/create.server.ts";
import type { OpenConversation } from "#app/domain/messaging/conversations/queueMessage.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { shillingsIn } from "../engine/shillings.ts";
import type { Effect } from "../engine/state.ts";

const dayMs = 86_400_000;

/** A member who has left since the flow was published is nobody. */
export async function memberOrNobody(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, memberId: string) {
  if (memberId === "") return "";
  const [member] = await tx
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
  return member?.id ?? "";
}

/** Creates a deal for the contact. An amount that is none is nothing, a stage that is gone the first. */
export async function makeDeal(
  tx: Tx,
  ctx: OrgContext,
  { contact }: OpenConversation,
  { title, value, stageId, memberId }: Extract<Effect, { kind: "deal" }>,
  key: string,
): Promise<void> {
  const stages = await stagesOf(tx, ctx);
  await addDeal(tx, ctx, {
    ...{ contactId: contact.id, title, value: shillingsIn(value) ?? 0, key },
    stageId: stages.find(({ id }) => id === stageId)?.id,
    memberId: await memberOrNobody(tx, ctx, memberId),
  });
}

/** Creates a task for the contact. */
export async function makeTask(
  tx: Tx,
  ctx: OrgContext,
  { contact }: OpenConversation,
  { title, note, days, memberId }: Extract<Effect, { kind: "task" }>,
  key: string,
): Promise<void> {
  await addTask(tx, ctx, {
    ...{ contactId: contact.id, dealId: "", title, note, key },
    dueAt: new Date(ctx.clock.now().getTime() + days * dayMs),
    memberId: await memberOrNobody(tx, ctx, memberId),
  });
}
