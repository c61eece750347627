import type { Tx } from "#app/db/client.server.ts";
import { addTag } from "#app/domain/contacts/addTag.server.ts";
import { createDealIn } from "#app/domain/crm/deals/create.server.ts";
import { stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { createTaskIn } from "#app/domain/crm/tasks/create.server.ts";
import { placeByText } from "#app/domain/sales/orders/placeByText.server.ts";
import { wholeShillingsIn } from "#app/domain/sales/requests/amountIn.ts";
import { askInPart } from "#app/domain/sales/requests/ask.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Action } from "./actions.ts";
import { assignFree, queueFree } from "./assign.server.ts";
import { memberIfThere } from "./members.server.ts";
import { type Recipient, sendTemplate } from "./sendTemplate.server.ts";

/** The contact of an action. */
export interface Target {
  contactId: string;
  /** The conversation; null: the contact's last one. */
  conversationId: string | null;
  /** The recipient of a template. */
  recipient: Recipient;
}

/** When an action is done, and the key that makes it idempotent: messages, deals and tasks are created once for each. */
export interface Occasion {
  key: string;
  /** Tasks are due so many days after it. */
  at: Date;
  /** What does it: payments name it as their source. */
  by: "flow" | "rule";
}

/** What an action did. */
export type ActionResult =
  | { did: "template_queued"; template: string; messageId: string }
  | { did: "tag_added" | "has_tag" | "tags_full"; tags: string[] }
  | { did: "assigned" | "taken" | "no_conversation" }
  | { did: "deal_created" | "task_created" }
  | { did: "payment_requested"; amountCents: number }
  | { did: "order_created"; number: number };

const dayMs = 86_400_000;

/**
 * Does one action in the caller's transaction, as the caller's actor. A deal whose stage was deleted starts in the first one;
 * deals and tasks of a former member are unassigned.
 * @throws DomainError `contact.not_found`, and those of `sendTemplate`, `assignConversation`, `askForPayment` and `placeByText`
 */
export async function act(
  tx: Tx,
  ctx: OrgContext,
  target: Target,
  action: Action,
  { key, at, by }: Occasion,
): Promise<ActionResult> {
  const { contactId } = target;
  switch (action.kind) {
    case "template": {
      const { recipient } = target;
      return { did: "template_queued", ...(await sendTemplate(tx, ctx, { ...action, recipient, key })) };
    }
    case "tag":
      return addTag(tx, ctx, { contactId, tag: action.tag });
    case "team":
      return queueFree(tx, ctx, target, action.teamId);
    case "assign":
      return assignFree(tx, ctx, target, action.memberId);
    case "deal":
      await createDealOf(tx, ctx, contactId, action, key);
      return { did: "deal_created" };
    case "task":
      await createTaskOf(tx, ctx, contactId, action, { key, at });
      return { did: "task_created" };
    case "payment":
      return askOf(tx, ctx, target, action, `${by}:${key}`, by);
    case "order":
      return orderOf(tx, ctx, target, action, `${by}:${key}`, by);
  }
}

type Of<K extends Action["kind"]> = Extract<Action, { kind: K }>;

async function createDealOf(tx: Tx, ctx: OrgContext, contactId: string, action: Of<"deal">, key: string) {
  const { title, valueCents: value, stageId: wanted } = action;
  const stageId = (await stagesOf(tx, ctx)).find(({ id }) => id === wanted)?.id;
  const memberId = await memberIfThere(tx, ctx, action.memberId);
  await createDealIn(tx, ctx, { contactId, title, value, stageId, memberId, key });
}

async function createTaskOf(
  tx: Tx,
  ctx: OrgContext,
  contactId: string,
  { title, note, days, memberId: wanted }: Of<"task">,
  { key, at }: Pick<Occasion, "key" | "at">,
) {
  const memberId = await memberIfThere(tx, ctx, wanted);
  const dueAt = new Date(at.getTime() + days * dayMs);
  await createTaskIn(tx, ctx, { contactId, dealId: "", title, note, dueAt, memberId, key });
}

async function askOf(
  tx: Tx,
  ctx: OrgContext,
  { contactId, conversationId }: Target,
  { amount, reason, way }: Of<"payment">,
  key: string,
  source: Occasion["by"],
): Promise<ActionResult> {
  const amountCents = wholeShillingsIn(amount);
  const conversation = conversationId === null ? {} : { conversationId };
  await askInPart(tx, ctx, { contactId, ...conversation, amountCents, reason, way, source, key });
  return { did: "payment_requested", amountCents };
}

async function orderOf(
  tx: Tx,
  ctx: OrgContext,
  { contactId, conversationId }: Target,
  { items, ask }: Of<"order">,
  key: string,
  source: Occasion["by"],
): Promise<ActionResult> {
  const conversation = conversationId === null ? {} : { conversationId };
  const { number } = await placeByText(tx, ctx, { contactId, ...conversation, items, ask, source, key });
  return { did: "order_created", number };
}
