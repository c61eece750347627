import type { JsonObject } from "../kit/json.ts";
import { isCallbackVerified } from "./callbackVerification.ts";
import { type AuthorisedCall, parameterOf } from "./graphCall.ts";
import { callbackVerificationFailed, invalidParameter } from "./graphError.ts";
import { isReply, pageOf, requestedFields, selectFields } from "./nodeFields.ts";
import { DEFAULT_NUMBER_FIELDS, numberNode } from "./phoneNumberRoutes.ts";
import { jsonReply, type Reply, success } from "./reply.ts";
import type { Simulator } from "./simulator.ts";
import type { WhatsAppAccount } from "./state.ts";

const DEFAULT_ACCOUNT_FIELDS = ["name", "currency", "timezone_id", "message_template_namespace"];
const CALLBACK_MAX = 200;

/** The WABA node (facts/whatsapp-cloud-api.md §3.4). */
function accountNode(simulator: Simulator, account: WhatsAppAccount): JsonObject {
  return {
    id: account.id,
    name: account.name,
    currency: "USD",
    timezone_id: "82",
    message_template_namespace: `${account.id.slice(0, 8)}_0000_4000_8000_${account.id.slice(-12)}`,
    account_review_status: "APPROVED",
    business_verification_status: "verified",
    country: "KE",
    ownership_type: "CLIENT_OWNED",
    status: "ACTIVE",
    owner_business_info: { name: account.name, id: account.ownerBusinessId },
    on_behalf_of_business_info: undefined,
    health_status: {
      can_send_message: "AVAILABLE",
      entities: [
        { entity_type: "WABA", id: account.id, can_send_message: "AVAILABLE" },
        { entity_type: "BUSINESS", id: account.ownerBusinessId, can_send_message: "AVAILABLE" },
        { entity_type: "APP", id: simulator.state.app.appId, can_send_message: "AVAILABLE" },
      ],
    },
  };
}

export function readAccount(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  const names = requestedFields(call) ?? DEFAULT_ACCOUNT_FIELDS;
  const node = selectFields(accountNode(call.simulator, account), "WhatsAppBusinessAccount", names);
  return isReply(node) ? node : jsonReply(200, node);
}

export function listPhoneNumbers(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  const names = requestedFields(call) ?? DEFAULT_NUMBER_FIELDS;
  const nodes: JsonObject[] = [];
  for (const number of call.simulator.state.numbersOf(account.id)) {
    const node = selectFields(numberNode(call.simulator, number), "WhatsAppBusinessPhoneNumber", names);
    if (isReply(node)) return node;
    nodes.push(node);
  }
  const page = pageOf(call, nodes);
  return "contentType" in page ? page : jsonReply(200, page);
}

export function listSubscribedApps(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  if (!account.subscribed) return jsonReply(200, { data: [] });
  const { appId } = call.simulator.state.app;
  const app: JsonObject = {
    whatsapp_business_api_data: { id: appId, link: `${call.baseUrl}/apps/${appId}`, name: "Simulated app" },
  };
  if (account.overrideCallbackUri) app.override_callback_uri = account.overrideCallbackUri;
  return jsonReply(200, { data: [app] });
}

/** Without a body: subscribe and drop any override; with one: verify it first (§4.4). */
export async function subscribeApp(call: AuthorisedCall, account: WhatsAppAccount): Promise<Reply> {
  const override = parameterOf(call, "override_callback_uri");
  if (override) {
    if (override.length > CALLBACK_MAX)
      return invalidParameter(`override_callback_uri must be at most ${CALLBACK_MAX} characters long.`);
    const verifyToken = parameterOf(call, "verify_token") ?? "";
    if (!(await isCallbackVerified(override, verifyToken))) return callbackVerificationFailed();
    account.overrideCallbackUri = override;
  } else {
    delete account.overrideCallbackUri;
  }
  account.subscribed = true;
  call.simulator.state.touch();
  return success();
}

export function unsubscribeApp(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  account.subscribed = false;
  delete account.overrideCallbackUri;
  call.simulator.state.touch();
  return success();
}
