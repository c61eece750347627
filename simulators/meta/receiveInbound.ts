import { isUserId } from "./addresses.ts";
import { itemOf, pricedOrder } from "./catalogueItems.ts";
import { digitsOf } from "./createAccount.ts";
import { newInboundWamid } from "./ids.ts";
import { partContent } from "./inboundParts.ts";
import type { RenderedMessage } from "./renderMessage.ts";
import { jsonReply, type Reply } from "./reply.ts";
import type { Simulator } from "./simulator.ts";

const WINDOW_MS = 24 * 3_600_000;

type Parts = Parameters<typeof partContent>[0];

export interface InboundMessage {
  phoneNumberId: string;
  from: string;
  /** The customer's WhatsApp name. Meta always sends one (§5.1), so it is empty when there is none. */
  name?: string | undefined;
  username?: string | undefined;
  referral?: object | undefined;
  order?: Parts["order"];
  form?: Parts["form"];
  edit?: Parts["edit"];
  revoke?: Parts["revoke"];
  text?: string | undefined;
  /** A tap on a template's quick reply, or on a button or row of an interactive message. */
  button?: { payload: string; text: string; contextId: string } | undefined;
  /** The message replied to. */
  contextId?: string | undefined;
  media?:
    | {
        type: "image" | "video" | "audio" | "document" | "sticker";
        id: string;
        caption?: string | undefined;
        filename?: string | undefined;
        voice?: boolean | undefined;
      }
    | undefined;
  location?:
    | { latitude: number; longitude: number; name?: string | undefined; address?: string | undefined }
    | undefined;
  contact?: { name: string; phone: string } | undefined;
  reaction?: { messageId: string; emoji?: string | undefined } | undefined;
}

interface Content {
  /** As in the webhook. */
  message: { type: string };
  rendered: RenderedMessage;
}

/** The customer's message, in Meta's format (§5.1) and as the phone shows it. */
function contentOf(simulator: Simulator, input: InboundMessage): Content | undefined {
  const { button, media, location, contact, reaction, text = "" } = input;
  const { wabaId } = simulator.state.numbers.get(input.phoneNumberId)!;
  const order = input.order && pricedOrder(simulator.state, wabaId, input.order);
  const part = partContent(
    { ...input, order },
    (code) => itemOf(simulator.state, wabaId, code)?.name ?? code,
  );
  if (part) return part;
  if (button) return tapContent(simulator, input, button);
  if (media) return mediaContent(simulator, input.phoneNumberId, media);
  if (location) {
    const name = location.name ?? `${location.latitude}, ${location.longitude}`;
    const message = { type: "location", location };
    const header = { format: "LOCATION", text: name };
    return { message, rendered: { type: "location", header, body: location.address ?? "" } };
  }
  if (contact) {
    const digits = digitsOf(contact.phone);
    const name = { formatted_name: contact.name, first_name: contact.name };
    const phones = [{ phone: `+${digits}`, wa_id: digits, type: "CELL" }];
    const message = { type: "contacts", contacts: [{ name, phones }] };
    const header = { format: "CONTACTS", text: contact.name };
    return { message, rendered: { type: "contacts", header, body: `+${digits}` } };
  }
  if (reaction) {
    const emoji = reaction.emoji ? { emoji: reaction.emoji } : {};
    const message = { type: "reaction", reaction: { message_id: reaction.messageId, ...emoji } };
    const rendered = { type: "reaction", body: reaction.emoji ?? "", contextId: reaction.messageId };
    return { message, rendered };
  }
  return {
    message: { type: "text", text: { body: text } } as Content["message"],
    rendered: { type: "text", body: text },
  };
}

/** A tap is reported by what was tapped: choices of an interactive message by their ids (§5.1). */
function tapContent(
  simulator: Simulator,
  { from, phoneNumberId }: InboundMessage,
  button: NonNullable<InboundMessage["button"]>,
): Content {
  const tapped = simulator.handsets.sentTo(digitsOf(from), phoneNumberId, button.contextId);
  if (tapped?.type !== "interactive") return buttonContent(button);
  const isRow = tapped.buttons?.some(
    ({ type, payload }) => type === "LIST_ROW" && payload === button.payload,
  );
  const kind = isRow ? "list_reply" : "button_reply";
  const reply = { id: button.payload, title: button.text };
  const message = { type: "interactive", interactive: { type: kind, [kind]: reply } };
  return { message, rendered: { type: "button", body: button.text, contextId: button.contextId } };
}

function buttonContent({ payload, text, contextId }: NonNullable<InboundMessage["button"]>): Content {
  const message = { type: "button", context: { id: contextId }, button: { payload, text } };
  return { message, rendered: { type: "button", body: text, contextId } };
}

function mediaContent(
  simulator: Simulator,
  phoneNumberId: string,
  media: NonNullable<InboundMessage["media"]>,
): Content | undefined {
  const file = simulator.media.find(media.id, simulator.options.clock.now());
  if (file?.phoneNumberId !== phoneNumberId) return undefined;
  const { type, id, ...more } = media;
  const part = { id, mime_type: file.contentType, sha256: file.sha256, ...more };
  const header = { format: type.toUpperCase(), text: media.filename ?? type, mediaId: id };
  return {
    message: { type, [type]: part },
    rendered: { type, header, body: media.caption ?? "" },
  };
}

/** A customer writes: opens the 24-hour window and notifies the business (facts/whatsapp-cloud-api.md §5.1, §10). */
export function receiveInbound(simulator: Simulator, input: InboundMessage): Reply {
  const { clock } = simulator.options;
  const number = simulator.state.numbers.get(input.phoneNumberId);
  if (!number) return jsonReply(404, { error: { message: "No such phone number." } });
  const content = contentOf(simulator, input);
  if (!content) return jsonReply(404, { error: { message: "No such file of this number." } });
  const who = isUserId(input.from) ? { from_user_id: input.from } : { from: digitsOf(input.from) };
  const from = who.from_user_id ?? who.from;
  const wamid = newInboundWamid(from);
  const now = clock.now();
  if (!input.revoke) simulator.state.openWindow(number.id, from, now + WINDOW_MS);
  const contextId = input.button?.contextId ?? input.contextId;
  const context = contextId === undefined ? {} : { context: { from: number.digits, id: contextId } };
  simulator.notifyMessages(number, {
    contacts: [profileOf(input, who)],
    messages: [
      {
        ...who,
        id: wamid,
        timestamp: String(Math.floor(now / 1000)),
        ...content.message,
        ...context,
        ...(input.referral ? { referral: input.referral } : {}),
      },
    ],
  });
  const rendered: RenderedMessage = {
    ...content.rendered,
    ...(contextId === undefined ? {} : { contextId }),
  };
  simulator.handsets.add(from, number.id, {
    wamid,
    direction: "inbound",
    atMs: now,
    status: "received",
    content: { kind: "received", rendered },
  });
  return jsonReply(200, { wamid });
}

/** For a person with only a user id Meta sends no number. */
const profileOf = (
  { name = "", username }: InboundMessage,
  who: { from_user_id?: string; from?: string },
) => ({
  profile: { name, ...(username ? { username } : {}) },
  ...(who.from_user_id ? { user_id: who.from_user_id } : { wa_id: who.from }),
});

/**
 * A customer calls and hangs up: Meta reports the beginning and the end (facts/whatsapp-cloud-api.md §13).
 */
export function receiveCall(
  simulator: Simulator,
  input: { phoneNumberId: string; from: string; name?: string | undefined },
): Reply {
  const { clock } = simulator.options;
  const number = simulator.state.numbers.get(input.phoneNumberId);
  if (!number) return jsonReply(404, { error: { message: "No such phone number." } });
  const from = digitsOf(input.from);
  const now = clock.now();
  simulator.state.openWindow(number.id, from, now + WINDOW_MS);
  const call = {
    id: `wacid.${newInboundWamid(from).slice("wamid.".length)}`,
    from,
    to: number.digits,
    direction: "USER_INITIATED",
    timestamp: String(Math.floor(now / 1000)),
  };
  const contacts = [{ profile: { name: input.name ?? "" }, wa_id: from }];
  for (const event of [
    { event: "connect", session: { sdp_type: "offer", sdp: "v=0" } },
    { event: "terminate", status: "FAILED" },
  ])
    simulator.notifyNumber(number, "calls", { contacts, calls: [{ ...call, ...event }] });
  return jsonReply(200, { callId: call.id });
}
