import { isObject, type JsonObject, textAt } from "../kit/json.ts";
import { type AuthorisedCall, parameterOf } from "./graphCall.ts";
import { invalidParameter, templateError, whatsAppError } from "./graphError.ts";
import { newNodeId } from "./ids.ts";
import { jsonReply, type Reply, success } from "./reply.ts";
import type { MessageTemplate, WhatsAppAccount } from "./state.ts";
import type { TemplateComponent } from "./templateComponents.ts";
import { checkComponents, checkDraft } from "./templateRules.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TEMPLATES_PER_ACCOUNT = 6_000;
const EDITABLE = new Set(["APPROVED", "REJECTED", "PAUSED"]);

/** Components from a JSON body, or from a form field that holds JSON. */
function componentsOf(body: JsonObject): TemplateComponent[] | undefined {
  let value = body.components;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (
    !Array.isArray(value) ||
    !value.every((component) => isObject(component) && typeof component.type === "string")
  )
    return undefined;
  return value as TemplateComponent[];
}

export function createTemplate(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  const { simulator, body } = call;
  const now = simulator.options.clock.now();
  account.templateCreations = account.templateCreations.filter((at) => now - at < HOUR_MS);
  if (account.templateCreations.length >= simulator.options.templateCreatesPerHour) {
    return whatsAppError(80007, "The WhatsApp Business Account has reached its rate limit.");
  }
  const name = textAt(body, "name");
  const language = textAt(body, "language");
  const category = textAt(body, "category")?.toUpperCase();
  const components = componentsOf(body);
  if (!name) return invalidParameter("The parameter name is required.");
  if (!language) return invalidParameter("The parameter language is required.");
  if (!category) return invalidParameter("The parameter category is required.");
  if (!components) return invalidParameter("The parameter components is required.");
  const named = textAt(body, "parameter_format")?.toUpperCase() === "NAMED";
  const problem =
    checkDraft({ name, language, category, components, named, typeOf: simulator.uploads.typeOf }) ??
    checkConflict(call, account, name, language);
  if (problem) return problem;
  const template: MessageTemplate = {
    id: newNodeId(),
    wabaId: account.id,
    name,
    language,
    category,
    status: "PENDING",
    parameterFormat: named ? "NAMED" : "POSITIONAL",
    components,
    rejectedReason: "NONE",
    updatedAt: now,
    edits: [],
  };
  const ttl = Number(textAt(body, "message_send_ttl_seconds"));
  if (ttl) template.messageSendTtlSeconds = ttl;
  account.templateCreations.push(now);
  simulator.state.templates.set(template.id, template);
  simulator.reviews.submit(template);
  return jsonReply(200, { id: template.id, status: "PENDING", category });
}

function checkConflict(
  call: AuthorisedCall,
  account: WhatsAppAccount,
  name: string,
  language: string,
): Reply | undefined {
  const mine = call.simulator.state.templatesOf(account.id);
  if (mine.length >= TEMPLATES_PER_ACCOUNT) {
    return templateError({
      subcode: 2388019,
      title: "Template limit reached",
      message: "This account has as many templates as it can have.",
    });
  }
  const same = mine.find((template) => template.name === name && template.language === language);
  if (!same || isNameFree(call, same)) return undefined;
  if (same.status === "DELETED" || same.status === "PENDING_DELETION") {
    return templateError({
      subcode: 2388023,
      title: "Message template language is being deleted",
      message: `New ${language} content can't be added while the existing ${language} content is being deleted. Try again in 4 weeks or use another name.`,
    });
  }
  return templateError({
    subcode: 2388024,
    title: "Content in this language already exists",
    message: `There is already ${language} content for this template. You can create a new template and try again.`,
  });
}

/** A deleted template's name comes free after 30 days. */
function isNameFree(call: AuthorisedCall, template: MessageTemplate): boolean {
  const { state, options } = call.simulator;
  if (template.status !== "DELETED" || options.clock.now() - template.updatedAt < 30 * DAY_MS) return false;
  state.templates.delete(template.id);
  return true;
}

/** Edits category and components, then awaits review again (§8.1). */
export function editTemplate(call: AuthorisedCall, template: MessageTemplate): Reply {
  const { simulator, body } = call;
  const now = simulator.options.clock.now();
  const components = body.components === undefined ? template.components : componentsOf(body);
  const category = textAt(body, "category")?.toUpperCase() ?? template.category;
  if (!components) return invalidParameter("Param components must be an array.");
  if (!EDITABLE.has(template.status)) {
    return templateError({
      subcode: 2388039,
      title: "Template cannot be edited",
      message: `A template with status ${template.status} cannot be edited.`,
    });
  }
  const approved = template.status === "APPROVED";
  if (approved && category !== template.category) {
    return templateError({
      title: "Category cannot be changed",
      message: "The category of an approved template cannot be changed.",
    });
  }
  template.edits = template.edits.filter((at) => now - at < 30 * DAY_MS);
  if (approved && (template.edits.length >= 10 || template.edits.some((at) => now - at < DAY_MS))) {
    return templateError({
      title: "Edit limit reached",
      message: "An approved template can be edited once in 24 hours and 10 times in 30 days.",
    });
  }
  const named = template.parameterFormat === "NAMED";
  const problem = checkComponents({
    name: template.name,
    language: template.language,
    category,
    components,
    named,
    typeOf: simulator.uploads.typeOf,
  });
  if (problem) return problem;
  template.components = components;
  template.category = category;
  template.updatedAt = now;
  if (approved) template.edits.push(now);
  simulator.reviews.submit(template);
  return success();
}

/** By name in all languages, or one by `hsm_id`. An approved template's name stays blocked (§8.1). */
export function deleteTemplates(call: AuthorisedCall, account: WhatsAppAccount): Reply {
  const { state, reviews } = call.simulator;
  const name = parameterOf(call, "name");
  const id = parameterOf(call, "hsm_id");
  if (!name) return invalidParameter("The parameter name is required.");
  const found = state.templatesOf(account.id).filter((template) => {
    return (
      template.name === name && template.status !== "DELETED" && (id === undefined || template.id === id)
    );
  });
  if (found.length === 0)
    return templateError({
      title: "Template not found",
      message: `There is no message template named ${name}.`,
    });
  if (found.some((template) => template.status === "DISABLED")) {
    return templateError({
      subcode: 2388039,
      title: "Template cannot be deleted",
      message: "A disabled template cannot be deleted.",
    });
  }
  for (const template of found) {
    reviews.forget(template);
    if (template.status === "APPROVED") {
      template.status = "DELETED";
      template.updatedAt = call.simulator.options.clock.now();
    } else state.templates.delete(template.id);
  }
  state.touch();
  return success();
}

export function unpauseTemplate(call: AuthorisedCall, template: MessageTemplate): Reply {
  if (template.status !== "PAUSED") return invalidParameter("The template is not paused.");
  call.simulator.reviews.apply(template, {
    event: "APPROVED",
    otherInfo: { title: "UNPAUSE", description: "The template can be sent again." },
  });
  return success();
}
