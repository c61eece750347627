import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { act } from "#app/domain/automation/act.server.ts";
import { optIn, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { contactChanged } from "#app/domain/contacts/events.ts";
import type { OpenConversation } from "#app/domain/messaging/messages/openForSending.server.ts";
import type { OutboundInteractive } from "#app/domain/messaging/messages/outboundPayload.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { enrolByAutomation } from "#app/domain/sequences/enrol.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { unitedFields } from "#app/platform/forms/fieldNames.ts";
import type { Choices, Effect } from "../engine/state.ts";
import { limits } from "../words.ts";
import type { Running } from "./session.server.ts";

const mostFields = 100;
const cut = (text: string, most: number) =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;

/** Ids of buttons and rows, so that a tap on an older question is recognised. */
export const tapId = (sessionId: string, stepId: string, index: number) =>
  `flow:${sessionId}:${stepId}:${index + 1}`;

function interactiveOf(
  { session }: Running,
  stepId: string,
  text: string,
  { shownAs, titles, listButton }: Choices,
): OutboundInteractive {
  const rows = titles.map(({ title, description }, index) => ({
    id: tapId(session.id, stepId, index),
    title,
    ...(description === "" ? {} : { description }),
  }));
  return {
    type: shownAs === "buttons" ? "button" : "list",
    body: { text },
    action:
      shownAs === "buttons"
        ? { buttons: rows.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) }
        : { button: listButton, sections: [{ rows }] },
  };
}

/** Applies one effect of a turn. @throws DomainError those of `act` */
export async function doEffect(
  tx: Tx,
  ctx: OrgContext,
  running: Running,
  effect: Effect,
  { key, stepId }: { key: string; stepId: string },
): Promise<void> {
  const { open } = running;
  switch (effect.kind) {
    case "send": {
      const text = cut(effect.text, effect.choices ? limits.question : limits.text);
      const content = effect.choices
        ? ({
            type: "interactive",
            payload: { interactive: interactiveOf(running, stepId, text, effect.choices) },
          } as const)
        : ({ type: "text" } as const);
      await queueMessage(tx, ctx, open, { key, isFirst: true, body: text, content });
      return;
    }
    case "field":
      return saveField(tx, ctx, open, effect);
    case "consent":
      return noteConsent(tx, ctx, running, effect);
    case "sequence":
      return void (await enrolByAutomation(tx, ctx, { ...effect, contactId: open.contact.id, by: "flow" }));
    default: {
      const { conversation, contact } = open;
      const conversationId = conversation.id;
      const target = { contactId: contact.id, conversationId, recipient: { conversationId } };
      const done = await act(tx, ctx, target, effect, { key, at: ctx.clock.now(), by: "flow" });
      // Later effects of this turn use the new tags.
      if ("tags" in done) contact.tags = done.tags;
    }
  }
}

const ownContact = (ctx: OrgContext, { contact }: OpenConversation) =>
  and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contact.id));

async function saveField(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  { name, value }: { name: string; value: string },
): Promise<void> {
  const [contact] = await tx.select().from(contacts).where(ownContact(ctx, open)).for("update");
  if (!contact) return;
  const fields = unitedFields(contact.fields, { [name.slice(0, 60)]: value.slice(0, 1000) });
  if (Object.keys(fields).length > mostFields) return;
  await tx.update(contacts).set({ fields }).where(ownContact(ctx, open));
  open.contact.fields = fields;
  await record(tx, ctx, contactChanged, {
    subject: contact.id,
    data: { name: contact.name, phone: contact.phone },
    changes: { [name]: [contact.fields[name] ?? "", value] },
  });
}

/** Stores the customer's own text and its message as evidence. */
async function noteConsent(
  tx: Tx,
  ctx: OrgContext,
  { open, flowName, message }: Running,
  { granted, question, answer }: Extract<Effect, { kind: "consent" }>,
): Promise<void> {
  const at = ctx.clock.now();
  const change = {
    orgId: ctx.orgId,
    contactId: open.contact.id,
    source: `flow: ${flowName}`.slice(0, 200),
    at,
  };
  await (granted ? optIn(tx, change) : stopMarketing(tx, change));
  const wamid = message?.wamid ?? message?.id ?? "";
  const evidence = `“${answer}” to “${question}”, WhatsApp message ${wamid} of ${at.toISOString()}`;
  await tx
    .update(contacts)
    .set({ consentEvidence: evidence.slice(0, 2000), consentSource: change.source, consentAt: at })
    .where(and(ownContact(ctx, open), eq(contacts.consent, granted ? "granted" : "none")));
}
