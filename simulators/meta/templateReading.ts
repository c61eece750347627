import type { JsonObject } from "../kit/json.ts";
import type { AuthorisedCall } from "./graphCall.ts";
import { invalidParameter } from "./graphError.ts";
import { isReply, pageOf, requestedFields, selectFields } from "./nodeFields.ts";
import { jsonReply, type Reply } from "./reply.ts";
import type { MessageTemplate, WhatsAppAccount } from "./state.ts";

const DEFAULT_FIELDS = ["name", "parameter_format", "components", "language", "status", "category"];

/** The template node (facts/whatsapp-cloud-api.md §8.1). */
function templateNode(template: MessageTemplate): JsonObject {
  return {
    id: template.id,
    name: template.name,
    language: template.language,
    status: template.status,
    category: template.category,
    sub_category: undefined,
    previous_category: template.previousCategory,
    correct_category: template.correctCategory,
    components: template.components,
    parameter_format: template.parameterFormat,
    quality_score: { score: template.qualityScore ?? "UNKNOWN", date: Math.floor(template.updatedAt / 1000) },
    rejected_reason: template.rejectedReason,
    last_updated_time: new Date(template.updatedAt).toISOString().replace(/\.\d+Z$/, "+0000"),
    message_send_ttl_seconds: template.messageSendTtlSeconds,
    cta_url_link_tracking_opted_out: false,
  };
}

export function readTemplate(call: AuthorisedCall, template: MessageTemplate): Reply {
  const node = selectFields(
    templateNode(template),
    "WhatsAppMessageTemplate",
    requestedFields(call) ?? DEFAULT_FIELDS,
  );
  return isReply(node) ? node : jsonReply(200, node);
}

const STATUSES = new Set([
  ...["APPROVED", "ARCHIVED", "DELETED", "DISABLED", "IN_APPEAL", "LIMIT_EXCEEDED", "PAUSED", "PENDING"],
  ...["PENDING_DELETION", "REJECTED"],
]);

export function listTemplates(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  const status = call.query.get("status");
  if (status && !STATUSES.has(status))
    return invalidParameter(`Param status must be one of {${[...STATUSES].join(", ")}}.`);
  const wanted = call.simulator.state
    .templatesOf(account.id)
    .filter((template) => matchesFilters(call, template));
  const nodes: JsonObject[] = [];
  for (const template of wanted) {
    const node = selectFields(
      templateNode(template),
      "WhatsAppMessageTemplate",
      requestedFields(call) ?? DEFAULT_FIELDS,
    );
    if (isReply(node)) return node;
    nodes.push(node);
  }
  const page = pageOf(call, nodes);
  return "contentType" in page ? page : jsonReply(200, page);
}

function matchesFilters(call: AuthorisedCall, template: MessageTemplate): boolean {
  if (template.status === "DELETED") return false;
  const name = call.query.get("name");
  const text = call.query.get("name_or_content")?.toLowerCase();
  const equal = (key: "status" | "category" | "language") => {
    const wanted = call.query.get(key);
    return !wanted || wanted === template[key];
  };
  if (name && !template.name.includes(name)) return false;
  if (text && !`${template.name} ${JSON.stringify(template.components).toLowerCase()}`.includes(text))
    return false;
  return equal("status") && equal("category") && equal("language");
}
