import { type JsonObject, objectAt, textAt } from "../kit/json.ts";
import { isCallbackVerified } from "./callbackVerification.ts";
import { type AuthorisedCall, parameterOf } from "./graphCall.ts";
import { callbackVerificationFailed, invalidParameter, whatsAppError } from "./graphError.ts";
import { isReply, requestedFields, selectFields } from "./nodeFields.ts";
import { jsonReply, type Reply, success } from "./reply.ts";
import type { Simulator } from "./simulator.ts";
import type { BusinessPhoneNumber } from "./state.ts";

export const DEFAULT_NUMBER_FIELDS = [
  "status",
  "verified_name",
  "code_verification_status",
  "display_phone_number",
  "quality_rating",
  "platform_type",
  "throughput",
];

const REGISTRATIONS_PER_WINDOW = 10;
const REGISTRATION_WINDOW_MS = 72 * 3_600_000;
const HIGH_THROUGHPUT_FROM = 1_000;

/** The phone number node (facts/whatsapp-cloud-api.md §3.4). */
export function numberNode(simulator: Simulator, number: BusinessPhoneNumber): JsonObject {
  const account = simulator.state.accounts.get(number.wabaId);
  const canSend = number.status === "CONNECTED" ? "AVAILABLE" : "BLOCKED";
  const limit = account?.messagingLimit ?? number.messagingLimit ?? "TIER_2K";
  return {
    id: number.id,
    display_phone_number: number.displayPhoneNumber,
    verified_name: number.verifiedName,
    status: number.status,
    quality_rating: number.qualityRating ?? "GREEN",
    code_verification_status: "VERIFIED",
    name_status: "APPROVED",
    whatsapp_business_manager_messaging_limit: limit,
    messaging_limit_tier: limit,
    throughput: { level: number.throughput >= HIGH_THROUGHPUT_FROM ? "HIGH" : "STANDARD" },
    platform_type: number.status === "CONNECTED" ? "CLOUD_API" : "NOT_APPLICABLE",
    account_mode: "LIVE",
    is_official_business_account: false,
    is_on_biz_app: false,
    is_pin_enabled: number.pin !== undefined,
    webhook_configuration: {
      ...(number.overrideCallbackUri ? { phone_number: number.overrideCallbackUri } : {}),
      ...(account?.overrideCallbackUri ? { whatsapp_business_account: account.overrideCallbackUri } : {}),
      application: account?.appWebhookUrl ?? simulator.options.webhookUrl,
    },
    health_status: {
      can_send_message: canSend,
      entities: [
        { entity_type: "PHONE_NUMBER", id: number.id, can_send_message: canSend },
        { entity_type: "WABA", id: number.wabaId, can_send_message: "AVAILABLE" },
        { entity_type: "BUSINESS", id: account?.ownerBusinessId, can_send_message: "AVAILABLE" },
        { entity_type: "APP", id: simulator.state.app.appId, can_send_message: "AVAILABLE" },
      ],
    },
  };
}

export function readNumber(call: AuthorisedCall, number: BusinessPhoneNumber): Reply {
  const names = requestedFields(call) ?? DEFAULT_NUMBER_FIELDS;
  const node = selectFields(numberNode(call.simulator, number), "WhatsAppBusinessPhoneNumber", names);
  return isReply(node) ? node : jsonReply(200, node);
}

/** Sets the two-step PIN or the number's callback override. */
export async function updateNumber(call: AuthorisedCall, number: BusinessPhoneNumber): Promise<Reply> {
  const pin = parameterOf(call, "pin");
  const webhook = objectAt(call.body, "webhook_configuration");
  if (pin === undefined && !webhook)
    return invalidParameter("Nothing to update: give pin or webhook_configuration.");
  if (pin !== undefined) {
    if (!/^\d{6}$/.test(pin)) return invalidParameter("Param pin must be 6 digits.");
    number.pin = pin;
  }
  if (webhook) {
    const override = textAt(webhook, "override_callback_uri") ?? "";
    if (override === "") delete number.overrideCallbackUri;
    else if (await isCallbackVerified(override, textAt(webhook, "verify_token") ?? ""))
      number.overrideCallbackUri = override;
    else return callbackVerificationFailed();
  }
  call.simulator.state.touch();
  return success();
}

export function registerNumber(call: AuthorisedCall, number: BusinessPhoneNumber): Reply {
  if (parameterOf(call, "messaging_product") !== "whatsapp")
    return invalidParameter("The parameter messaging_product is required.");
  const pin = parameterOf(call, "pin");
  if (pin === undefined) return invalidParameter("The parameter pin is required.");
  if (!/^\d{6}$/.test(pin)) return invalidParameter("Param pin must be 6 digits.");
  const refusal = countRegistration(call.simulator, number);
  if (refusal) return refusal;
  if (number.pin !== undefined && number.pin !== pin)
    return whatsAppError(133005, "Two-step verification PIN incorrect.");
  number.pin = pin;
  number.status = "CONNECTED";
  call.simulator.state.touch();
  return success();
}

export function deregisterNumber(call: AuthorisedCall, number: BusinessPhoneNumber): Reply {
  const refusal = countRegistration(call.simulator, number);
  if (refusal) return refusal;
  if (number.status !== "CONNECTED")
    return whatsAppError(133010, "Phone number not registered on the WhatsApp Business Platform.");
  number.status = "DISCONNECTED";
  call.simulator.state.touch();
  return success();
}

/** 10 register and deregister calls in 72 hours, then 133016. */
function countRegistration(simulator: Simulator, number: BusinessPhoneNumber): Reply | undefined {
  const now = simulator.options.clock.now();
  number.registrations = number.registrations.filter((at) => now - at < REGISTRATION_WINDOW_MS);
  if (number.registrations.length >= REGISTRATIONS_PER_WINDOW) {
    return whatsAppError(
      133016,
      "Registration or Deregistration failed because there were too many attempts for this phone number in a short period of time",
    );
  }
  number.registrations.push(now);
  simulator.state.touch();
  return undefined;
}
