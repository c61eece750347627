import { type JsonObject, listAt, objectAt, textAt } from "../kit/json.ts";
import { isUserId } from "./addresses.ts";
import { checkProducts, productsOf } from "./catalogueItems.ts";
import { type CompiledTemplate, checkTemplateSend } from "./compiledTemplate.ts";
import { checkFreeForm } from "./freeFormRules.ts";
import { invalidParameter, whatsAppError } from "./graphError.ts";
import type { HandsetContent } from "./handset.ts";
import { isInboundWamid, newOutboundWamid } from "./ids.ts";
import { priceMessage } from "./pricing.ts";
import { type Reply, rawJsonReply, success } from "./reply.ts";
import type { Simulator } from "./simulator.ts";
import type { BusinessPhoneNumber } from "./state.ts";
import type { Journey } from "./statusSchedule.ts";

const COUNTRY_CODE = "254";
const OPAQUE_MAX = 512;

/** Handles `POST /{PNID}/messages` (facts/whatsapp-cloud-api.md §6, §8.4). */
export function sendMessage(simulator: Simulator, number: BusinessPhoneNumber, body: JsonObject): Reply {
  if (body.messaging_product !== "whatsapp")
    return invalidParameter("The parameter messaging_product is required.");
  if (body.status !== undefined) return markRead(simulator, number, body);
  const refusal = strikeFault(simulator, number);
  if (refusal) return refusal;
  if (number.status !== "CONNECTED") {
    return whatsAppError(133010, "Phone number not registered on the WhatsApp Business Platform.");
  }
  const recipientType = body.recipient_type ?? "individual";
  if (recipientType !== "individual" && recipientType !== "group")
    return invalidParameter("Param recipient_type must be one of {'individual', 'group'}.");
  const address = addressOf(body);
  if ("status" in address) return address;
  if (address.waId === number.digits)
    return whatsAppError(131021, "Recipient phone number cannot be the sender phone number.");
  const opaque = textAt(body, "biz_opaque_callback_data");
  if (opaque !== undefined && opaque.length > OPAQUE_MAX) {
    return invalidParameter(`Param biz_opaque_callback_data must be at most ${OPAQUE_MAX} characters long.`);
  }
  const checked = checkContent(simulator, number, body);
  if ("status" in checked) return checked;
  if (address.isUserId && checked.compiled?.category === "authentication")
    return whatsAppError(131062, "Authentication templates cannot be sent to a user id.");
  return accept(simulator, number, { body, opaque, ...address, ...checked });
}

interface Accepted {
  body: JsonObject;
  opaque: string | undefined;
  input: string;
  waId: string;
  isUserId: boolean;
  /** Accepted, and nothing is heard of it again. */
  isLost?: boolean;
  compiled: CompiledTemplate | undefined;
}

function accept(simulator: Simulator, number: BusinessPhoneNumber, accepted: Accepted): Reply {
  const { waId, compiled } = accepted;
  const now = simulator.options.clock.now();
  const insideWindow = simulator.state.hasOpenWindow(number.id, waId, now);
  const isTooLate = compiled === undefined && !insideWindow;
  if (isTooLate && simulator.options.outsideWindow === "sync") {
    return whatsAppError(
      131047,
      "More than 24 hours have passed since the recipient last replied to the sender number.",
    );
  }
  if (!simulator.bucketOf(number).take(now))
    return whatsAppError(130429, "Cloud API message throughput has been reached.");
  if (!simulator.pairs.take(`${number.id}:${waId}`, now)) {
    return whatsAppError(
      131056,
      "Too many messages sent from the sender phone number to the same recipient phone number in a short period of time.",
    );
  }
  const wamid = newOutboundWamid(waId);
  if (accepted.isLost) return answer(simulator, number, accepted, wamid);
  const handsetMessage = {
    wamid,
    direction: "outbound" as const,
    atMs: now,
    status: "accepted",
    content: sentContent(simulator, number, accepted),
  };
  simulator.handsets.add(waId, number.id, handsetMessage);
  const mode = simulator.state.accounts.get(number.wabaId)?.statuses ?? simulator.options.statuses;
  const journey: Journey = {
    phoneNumberId: number.id,
    wamid,
    recipient: waId,
    acceptedAt: now,
    mode,
    pricing: priceMessage(number, compiled?.category ?? "service", insideWindow, now),
    handsetMessage,
  };
  if (accepted.opaque !== undefined) journey.opaque = accepted.opaque;
  if (isTooLate) journey.failure = 131047;
  simulator.accept(journey);
  return answer(simulator, number, accepted, wamid);
}

const sentContent = (
  simulator: Simulator,
  number: BusinessPhoneNumber,
  { body, compiled }: Accepted,
): HandsetContent => ({
  ...{ kind: "sent", body, compiled },
  products: productsOf(simulator.state, number.wabaId, body),
});

function answer(simulator: Simulator, number: BusinessPhoneNumber, accepted: Accepted, wamid: string): Reply {
  const idKey = accepted.isUserId ? "user_id" : "wa_id";
  const status = accepted.compiled === undefined ? "" : ',"message_status":"accepted"';
  const reply = rawJsonReply(
    `{"messaging_product":"whatsapp","contacts":[{"input":${JSON.stringify(accepted.input)},"${idKey}":"${accepted.waId}"}],"messages":[{"id":"${wamid}"${status}}]}`,
  );
  const slow = simulator.faults.strike("slow", number.id);
  if (slow) reply.delayMs = slow.ms ?? 35_000;
  if (simulator.faults.strike("drop-answer", number.id)) reply.destroy = true;
  return reply;
}

function strikeFault(simulator: Simulator, number: BusinessPhoneNumber): Reply | undefined {
  const { faults } = simulator;
  if (faults.strike("http500", number.id))
    return whatsAppError(131000, "Message failed to send due to an unknown error.");
  if (faults.strike("http429", number.id))
    return whatsAppError(4, "The app has reached its call limit.", 429);
  if (faults.strike("130429", number.id))
    return whatsAppError(130429, "Cloud API message throughput has been reached.");
  return undefined;
}

/**
 * The recipient of a message. `to` wins over `recipient` (a BSUID). Without `+` a national number gets the
 * business number's own country code, as Meta warns (§6).
 */
function addressOf(body: JsonObject): Pick<Accepted, "input" | "waId" | "isUserId" | "isLost"> | Reply {
  const to = textAt(body, "to");
  const userId = textAt(body, "recipient");
  if (to === undefined || to === "") {
    if (userId === undefined) return invalidParameter("The parameter to is required.");
    if (!isUserId(userId)) return whatsAppError(131009, "Param recipient is not a user id.");
    return { input: userId, waId: userId, isUserId: true };
  }
  // Meta accepts a user id in `to`, and the message reaches no one.
  if (isUserId(to)) return { input: to, waId: to, isUserId: true, isLost: true };
  const digits = to.replaceAll(/[+\s()-]/g, "");
  const waId = to.startsWith("0") ? COUNTRY_CODE + digits : digits;
  if (!/^\d{7,15}$/.test(waId)) return whatsAppError(131009, "Recipient phone number is not valid.");
  return { input: to, waId, isUserId: false };
}

function checkContent(
  simulator: Simulator,
  number: BusinessPhoneNumber,
  body: JsonObject,
): { compiled: CompiledTemplate | undefined } | Reply {
  const type = textAt(body, "type") ?? "text";
  if (type !== "template")
    return (
      checkFreeForm(type, body) ??
      checkProducts(simulator.state, number.wabaId, body) ??
      checkMediaId(simulator, number, objectAt(body, type)) ?? { compiled: undefined }
    );
  const template = objectAt(body, "template");
  if (!template) return whatsAppError(131008, "Param template is required when type is 'template'.");
  const name = textAt(template, "name");
  const language = textAt(objectAt(template, "language"), "code");
  if (!name) return whatsAppError(131008, "Param template['name'] is required.");
  if (!language) return whatsAppError(131008, "Param template['language']['code'] is required.");
  const compiled = simulator.state.compiledTemplate(number.wabaId, name, language);
  const status = compiled?.template.status;
  if (status === "PAUSED") return whatsAppError(132015, "Template is paused due to low quality.");
  if (status === "DISABLED") return whatsAppError(132016, "Template is disabled due to low quality.");
  if (!compiled || status !== "APPROVED") {
    return whatsAppError(132001, `template name (${name}) does not exist in ${language}`);
  }
  const knowsMedia = (id: string) => checkMediaId(simulator, number, { id }) === undefined;
  return checkTemplateSend(compiled, listAt(template, "components"), knowsMedia) ?? { compiled };
}

/** A file that is sent by its id must be one of this number's (§7). */
function checkMediaId(
  simulator: Simulator,
  number: BusinessPhoneNumber,
  content: JsonObject | undefined,
): Reply | undefined {
  const id = textAt(content, "id");
  if (id === undefined) return undefined;
  const file = simulator.media.find(id, simulator.options.clock.now());
  return file?.phoneNumberId === number.id
    ? undefined
    : invalidParameter("Param id is not that of a media object of this phone number.");
}

/** Mark-read and typing indicator: the id must be that of a customer's message (§6). */
function markRead(simulator: Simulator, number: BusinessPhoneNumber, body: JsonObject): Reply {
  if (body.status !== "read") return invalidParameter("Param status must be one of {'read'}.");
  const wamid = textAt(body, "message_id");
  if (!wamid) return whatsAppError(131008, "Param message_id is required.");
  if (!isInboundWamid(wamid))
    return invalidParameter("Invalid parameter: message_id is not that of a received message.");
  const typing = body.typing_indicator;
  if (typing !== undefined && textAt(typing, "type") !== "text") {
    return invalidParameter("Param typing_indicator['type'] must be one of {'text'}.");
  }
  simulator.handsets.markRead(number.id, wamid);
  return success();
}
