import type { z } from "zod";
import { adoptAccounts, adoptCatalogues } from "./adoptAccounts.ts";
import { isCallbackVerified } from "./callbackVerification.ts";
import { putCatalogue } from "./catalogueRoutes.ts";
import {
  accountBody,
  accountReference,
  callBody,
  catalogueBody,
  delaysBody,
  faultBody,
  inboundBody,
  knownAccounts,
  templateBody,
  templateCategoryBody,
  templateQualityBody,
} from "./controlSchemas.ts";
import { createAccount, digitsOf } from "./createAccount.ts";
import { issueCode, issueToken } from "./credentials.ts";
import type { GraphCall, Handled } from "./graphCall.ts";
import { receiveCall, receiveInbound } from "./receiveInbound.ts";
import { jsonReply, type Reply } from "./reply.ts";
import type { MessageTemplate } from "./state.ts";
import { verdictFor } from "./templateReview.ts";

const OK = { ok: true };

const HANDLERS: Record<string, (call: GraphCall) => Handled> = {
  "GET health": ({ simulator }) =>
    jsonReply(200, {
      ok: true,
      service: "graph",
      pendingWebhooks: simulator.webhooks.pendingCount(),
      pendingStatuses: simulator.statuses.pendingCount(),
      deliveredWebhooks: simulator.webhooks.delivered,
      failedWebhookAttempts: simulator.webhooks.failedAttempts,
    }),
  "POST reset": ({ simulator }) => {
    simulator.reset();
    return jsonReply(200, OK);
  },
  "POST accounts": (call) => withBody(call, accountBody, (input) => addAccount(call, input)),
  "PUT accounts": (call) =>
    withBody(call, knownAccounts, (input) => {
      adoptAccounts(call.simulator, input);
      adoptCatalogues(call.simulator, input);
      return jsonReply(200, OK);
    }),
  "POST catalogues": (call) => withBody(call, catalogueBody, (input) => putCatalogue(call, input)),
  "POST inbound": (call) => withBody(call, inboundBody, (input) => receiveInbound(call.simulator, input)),
  "POST call": (call) => withBody(call, callBody, (input) => receiveCall(call.simulator, input)),
  "POST media": takeFile,
  "GET media": ({ simulator, query }) => {
    const file = simulator.media.find(query.get("id") ?? "", simulator.options.clock.now());
    const content = file && simulator.media.contentOf(file);
    if (!file || !content || file.phoneNumberId !== query.get("phoneNumberId"))
      return refusal(404, "No such file of this number.");
    return { status: 200, body: content, contentType: file.contentType };
  },
  "DELETE media": ({ simulator, query }) => {
    simulator.media.remove(query.get("id") ?? "");
    return jsonReply(200, OK);
  },
  "POST faults": (call) => withBody(call, faultBody, (fault) => addFault(call, fault)),
  "GET faults": ({ simulator }) => jsonReply(200, { faults: simulator.faults.list() }),
  "DELETE faults": ({ simulator }) => {
    simulator.faults.clear();
    simulator.webhooks.retryNow();
    return jsonReply(200, OK);
  },
  "POST delays": (call) =>
    withBody(call, delaysBody, (delays) => {
      Object.assign(call.simulator.options.delaysMs, delays);
      return jsonReply(200, OK);
    }),
  "POST templates": (call) => withBody(call, templateBody, (input) => judgeTemplate(call, input)),
  "POST templates/category": (call) =>
    withBody(call, templateCategoryBody, ({ templateId, category, announced }) =>
      withTemplate(call, templateId, (template) =>
        call.simulator.notifyTemplateCategory(template, category, announced),
      ),
    ),
  "POST templates/quality": (call) =>
    withBody(call, templateQualityBody, ({ templateId, quality }) =>
      withTemplate(call, templateId, (template) => call.simulator.notifyTemplateQuality(template, quality)),
    ),
  "POST tokens/revoke": (call) =>
    withBody(call, accountReference, (input) => revokeTokens(call, input.wabaId)),
  "POST codes": (call) => withBody(call, accountReference, (input) => addCode(call, input.wabaId)),
  "GET handset": showHandset,
  "GET requests": ({ simulator, query }) =>
    jsonReply(200, { requests: simulator.requests.latest(Number(query.get("limit") ?? 100) || 100) }),
};

/** Handles `/_sim/...`, except the ledger, which is streamed. */
export function answerControl(call: GraphCall): Handled {
  const handler = HANDLERS[`${call.method} ${call.path.slice(1).join("/")}`];
  return handler ? handler(call) : refusal(404, `No control call ${call.method} /${call.path.join("/")}.`);
}

function refusal(status: number, message: string): Reply {
  return jsonReply(status, { error: { message } });
}

function withBody<T>(call: GraphCall, schema: z.ZodType<T>, handle: (input: T) => Handled): Handled {
  const parsed = schema.safeParse(call.body);
  if (parsed.success) return handle(parsed.data);
  return refusal(
    400,
    parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
  );
}

function withTemplate(
  { simulator }: GraphCall,
  templateId: string,
  change: (template: MessageTemplate) => void,
): Reply {
  const template = simulator.state.templates.get(templateId);
  if (!template) return refusal(404, "No such template.");
  change(template);
  return jsonReply(200, OK);
}

/** A file that a customer will send to the number `phoneNumberId`: the raw body. */
function takeFile({ simulator, query, contentType, bytes }: GraphCall): Reply {
  const phoneNumberId = query.get("phoneNumberId") ?? "";
  if (!simulator.state.numbers.has(phoneNumberId)) return refusal(404, "No such phone number.");
  const nowMs = simulator.options.clock.now();
  const file = simulator.media.add({ phoneNumberId, contentType, content: bytes, from: "customer", nowMs });
  simulator.state.touch();
  return jsonReply(200, { id: file.id });
}

async function addAccount({ simulator }: GraphCall, input: z.infer<typeof accountBody>): Promise<Reply> {
  if (input.webhookUrl !== undefined) {
    const verifyToken = input.verifyToken ?? simulator.options.verifyToken ?? "";
    if (!(await isCallbackVerified(input.webhookUrl, verifyToken))) {
      return refusal(400, "The webhook URL did not answer the hub.challenge verification.");
    }
  }
  const { account, number } = createAccount(simulator, {
    verifiedName: input.verifiedName,
    displayPhoneNumber: input.displayPhoneNumber,
    isRegistered: true,
    ...(input.throughput === undefined ? {} : { throughput: input.throughput }),
    ...(input.webhookUrl === undefined ? {} : { webhookUrl: input.webhookUrl }),
    ...(input.statuses === undefined ? {} : { statuses: input.statuses }),
    ...(input.messagingLimit === undefined ? {} : { messagingLimit: input.messagingLimit }),
  });
  const { appId, appSecret } = simulator.state.app;
  const accessToken = issueToken(simulator, [account.id]).token;
  return jsonReply(200, { appId, appSecret, wabaId: account.id, phoneNumberId: number.id, accessToken });
}

function addFault({ simulator }: GraphCall, input: z.infer<typeof faultBody>): Reply {
  const { phoneNumberId, count, ms, ...fault } = input;
  simulator.faults.add({
    ...fault,
    ...(phoneNumberId === undefined ? {} : { phoneNumberId }),
    ...(count === undefined ? {} : { count }),
    ...(ms === undefined ? {} : { ms }),
  });
  return jsonReply(200, OK);
}

function judgeTemplate({ simulator }: GraphCall, input: z.infer<typeof templateBody>): Reply {
  const { state, reviews, options } = simulator;
  const found =
    input.templateId === undefined
      ? state.templatesOf(input.wabaId ?? "").filter((template) => template.name === input.name)
      : [...state.templates.values()].filter((template) => template.id === input.templateId);
  const chosen = found.filter(
    (template) => input.language === undefined || template.language === input.language,
  );
  if (chosen.length === 0) return refusal(404, "No such template.");
  const verdict = verdictFor(input.event, input.reason, Math.floor(options.clock.now() / 1000));
  for (const template of chosen) reviews.apply(template, verdict);
  return jsonReply(200, {
    templates: chosen.map(({ id, name, language, status }) => ({ id, name, language, status })),
  });
}

function revokeTokens({ simulator }: GraphCall, wabaId: string): Reply {
  const tokens = [...simulator.state.tokens.values()].filter(
    (token) => token.wabaIds.includes(wabaId) && !token.revoked,
  );
  for (const token of tokens) token.revoked = true;
  simulator.state.touch();
  return jsonReply(200, { revoked: tokens.length });
}

function addCode({ simulator }: GraphCall, wabaId: string): Reply {
  if (!simulator.state.accounts.has(wabaId)) return refusal(404, "No such account.");
  return jsonReply(200, { code: issueCode(simulator, wabaId) });
}

function showHandset({ simulator, query }: GraphCall): Reply {
  const given = query.get("phone");
  if (given === null) return jsonReply(200, { phones: simulator.handsets.list() });
  const phone = digitsOf(given);
  const conversations = simulator.handsets.conversations(phone).map(({ phoneNumberId, messages }) => {
    const number = simulator.state.numbers.get(phoneNumberId);
    return {
      phoneNumberId,
      displayPhoneNumber: number?.displayPhoneNumber ?? "",
      verifiedName: number?.verifiedName ?? "",
      messages,
    };
  });
  return jsonReply(200, { phone, conversations });
}
