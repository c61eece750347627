import { createHash } from "node:crypto";
import { readableBody } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { openForSending } from "./openForSending.server.ts";
import type { OutboundInteractive, OutboundPayload } from "./outboundPayload.ts";
import { queueMessage } from "./queueMessage.server.ts";
import { wamidOf } from "./quoted.server.ts";
import type { CardToSend, ChoicesToSend, LocationToSend } from "./schemas.ts";

interface Addressed {
  conversationId: string;
  key: string;
  /** The message it replies to. */
  messageId?: string | undefined;
}

/** @throws DomainError as `send` */
export function sendLocation({ ctx, input }: Call<Addressed & LocationToSend>) {
  const { latitude, longitude, name, address } = input;
  const location = {
    latitude,
    longitude,
    ...(name === "" ? {} : { name }),
    ...(address === "" ? {} : { address }),
  };
  return send(ctx, input, {
    type: "location",
    body: readableBody({ type: "location", location }),
    payload: { location },
  });
}

/** @throws DomainError as `send` */
export function sendCard({ ctx, input }: Call<Addressed & CardToSend>) {
  const { name, phone, company } = input;
  const contacts = [
    {
      name: { formatted_name: name, first_name: name },
      phones: [{ phone, wa_id: phone.slice(1), type: "CELL" }],
      ...(company === "" ? {} : { org: { company } }),
    },
  ];
  return send(ctx, input, {
    type: "contacts",
    body: readableBody({ type: "contacts", contacts }),
    payload: { contacts },
  });
}

/** A question with answers to tap: buttons, or a list. @throws DomainError as `send` */
export function sendChoices({ ctx, input }: Call<Addressed & ChoicesToSend>) {
  const { text, footer, choices, listButton } = input;
  const titled = choices.map((choice, index) => ({ id: `choice:${index + 1}`, ...choice }));
  const interactive: OutboundInteractive = {
    type: input.shownAs === "buttons" ? "button" : "list",
    body: { text },
    ...(footer === "" ? {} : { footer: { text: footer } }),
    action:
      input.shownAs === "buttons"
        ? { buttons: titled.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) }
        : { button: listButton, sections: [{ rows: titled }] },
  };
  return send(ctx, input, { type: "interactive", body: text, payload: { interactive } });
}

/**
 * Reacts to a message, or with no emoji takes the reaction back. It is no answer: the customer still waits.
 * @throws DomainError as `send`
 */
export function sendReaction({
  ctx,
  input,
}: Call<{ conversationId: string; key: string; messageId: string; emoji: string }>): Promise<{
  messageId: string;
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const reaction = {
      message_id: await wamidOf(tx, ctx, open, input.messageId),
      emoji: input.emoji,
    };
    const { messageId } = await queueMessage(tx, ctx, open, {
      key: `${input.key}:reaction:${input.messageId}:${input.emoji}`,
      body: readableBody({ type: "reaction", reaction }),
      content: { type: "reaction", payload: { reaction } },
    });
    return { messageId };
  });
}

/**
 * Queues one message within the customer service window; the same content with the same key again returns the
 * message of the first time.
 * @throws DomainError `conversation.window_closed`, `message.not_found`, `message.not_with_whatsapp`, and those of
 * `openForSending`
 */
function send(
  ctx: OrgContext,
  input: Addressed,
  message: { type: "location" | "contacts" | "interactive"; body: string; payload: OutboundPayload },
): Promise<{ messageId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const said = createHash("sha256").update(JSON.stringify(message.payload)).digest("hex");
    const { messageId } = await queueMessage(tx, ctx, input.conversationId, {
      key: `${input.key}:${said}`,
      body: message.body,
      content: { type: message.type, payload: message.payload },
      quotedId: input.messageId,
    });
    return { messageId };
  });
}
