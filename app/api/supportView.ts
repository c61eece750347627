import { apiError } from "#app/api/errors.ts";
import type { SupportView } from "#app/platform/context.ts";

/** Calls that read by POST and change nothing. */
const asking = /^POST \/(campaigns\/:campaignId|templates\/:templateId)\/preview$/;

/**
 * What staff see of a workspace. A new call is hidden until it is listed here; secrets, full exports, and
 * personal accounts are left out.
 */
const shown = new Set<string>([
  "GET /activity-logs",
  "GET /analytics",
  "GET /auto-top-up",
  "GET /billing/invoices",
  "GET /billing/invoices/:invoiceId",
  "GET /billing/invoices/:invoiceId/pdf",
  "GET /billing/plans",
  "GET /billing/spending",
  "GET /bots",
  "GET /bots/:botId",
  "GET /bots/:botId/entries",
  "GET /bots/:botId/entries/:entryId",
  "GET /bots/:botId/evaluation",
  "GET /bots/:botId/log",
  "GET /bots/choices",
  "GET /campaigns",
  "GET /campaigns/:campaignId",
  "GET /campaigns/:campaignId/events",
  "GET /campaigns/:campaignId/progress",
  "GET /campaigns/:campaignId/recipients",
  "GET /campaigns/:campaignId/test",
  "GET /campaigns/choices",
  "GET /canned-replies",
  "GET /canned-replies/:cannedReplyId",
  "GET /conditions",
  "GET /conditions/choices",
  "GET /contacts",
  "GET /contacts/:contactId",
  "GET /contacts/:contactId/choices",
  "GET /contacts/:contactId/crm",
  "GET /contacts/:contactId/history",
  "GET /contacts/:contactId/merge",
  "GET /contacts/:contactId/templates",
  "GET /contacts/:contactId/timeline",
  "GET /contacts/bulk",
  "GET /contacts/imports",
  "GET /contacts/imports/:importId",
  "GET /contacts/imports/:importId/review",
  "GET /contacts/tags",
  "GET /conversations",
  "GET /conversations/:conversationId",
  "GET /conversations/:conversationId/bot",
  "GET /conversations/:conversationId/canned/:cannedReplyId",
  "GET /conversations/:conversationId/flow",
  "GET /conversations/:conversationId/templates",
  "GET /conversations/events",
  "GET /conversations/labels",
  "GET /conversations/late",
  "GET /dashboard",
  "GET /dashboard/day",
  "GET /deal-stages",
  "GET /deals",
  "GET /deals/:dealId",
  "GET /deals/board",
  "GET /deals/choices",
  "GET /developer/calls",
  "GET /developer/calls/:requestId",
  "GET /developer/figures",
  "GET /developer/webhooks",
  "GET /developer/webhooks/:endpointId",
  "GET /developer/webhooks/:endpointId/deliveries",
  "GET /developer/webhooks/:endpointId/deliveries/:deliveryId",
  "GET /embedded-signup/status",
  "GET /fields",
  "GET /fields/:fieldId",
  "GET /flows",
  "GET /flows/:flowId",
  "GET /flows/:flowId/form",
  "GET /flows/:flowId/publishing",
  "GET /flows/:flowId/sessions",
  "GET /flows/:flowId/steps/:stepId",
  "GET /flows/:flowId/tests",
  "GET /flows/:flowId/tests/:testId",
  "GET /get-started",
  "GET /health",
  "GET /inbox/settings",
  "GET /integrations",
  "GET /integrations/:provider",
  "GET /media/:mediaId",
  "GET /members",
  "GET /members/:memberId",
  "GET /notifications",
  "GET /notifications/choices",
  "GET /notifications/events",
  "GET /notifications/unread",
  "GET /payments",
  "GET /payments/:paymentId",
  "GET /privacy",
  "GET /privacy/requests",
  "GET /privacy/requests/:personRequestId",
  "GET /referrals",
  "GET /referrals/partner",
  "GET /rules",
  "GET /rules/:ruleId",
  "GET /rules/:ruleId/log",
  "GET /rules/:ruleId/try",
  "GET /rules/choices",
  "GET /search",
  "GET /search/suggestions",
  "GET /segments",
  "GET /segments/:segmentId",
  "GET /sending",
  "GET /tasks",
  "GET /tasks/:taskId",
  "GET /templates",
  "GET /templates/:templateId",
  "GET /templates/:templateId/history",
  "GET /templates/library",
  "GET /templates/start",
  "GET /top-up",
  "GET /unclaimed-payments",
  "GET /wallet",
  "GET /whatsapp/accounts",
  "GET /whatsapp/accounts/:whatsappAccountId",
  "GET /whatsapp/accounts/:whatsappAccountId/checks",
  "GET /whatsapp/numbers",
  "GET /whatsapp/numbers/:phoneNumberId",
  "GET /whatsapp/numbers/:phoneNumberId/profile",
]);

/**
 * What staff may change with write access: the everyday work of a workspace. Passwords, email, second factor,
 * sessions, keys, members, money, privacy and every deletion are excluded.
 */
const workable = [
  /^(POST|PUT) \/contacts(\/:contactId(\/opt-(in|out))?)?$/,
  /^(POST|PUT) \/conversations\/:conversationId\/(messages|claim|owner|state|labels|notes|unread|canned|give-back)$/,
  /^(POST|PUT) \/canned-replies(\/:cannedReplyId)?$/,
  /^PUT \/inbox\/(settings|members\/:memberId)$/,
  /^(POST|PUT) \/campaigns(\/:campaignId(\/(audience|variables|schedule|reschedule|quote|start|pause|resume|cancel|retry-failed))?)?$/,
  /^(POST|PUT) \/templates(\/(:templateId|refresh))?$/,
  /^POST \/whatsapp\/accounts\/:whatsappAccountId\/resume$/,
  /^POST \/bots\/:botId\/(pause|publish|test|questions|evaluations|entries|sources\/:sourceId\/read)$/,
  /^PUT \/bots\/:botId(\/entries\/:entryId)?$/,
  /^POST \/flows(\/ready-made|\/:flowId\/(steps(\/:stepId\/move)?|trial|tests|publish|pause))?$/,
  /^PUT \/flows\/:flowId(\/steps\/:stepId)?$/,
  /^POST \/conversations\/:conversationId\/flow$/,
];

/** Calls of the staff member themselves. */
const own = /^(GET \/auth\/me|POST \/auth\/logout|POST \/support-view\/act|DELETE \/support-view)$/;
const personal = /^(GET \/pictures|GET \/organisations)$/;

/**
 * The rules of a workspace opened by staff: read access first, write access after a second step, and some
 * calls never. @throws DomainError `support.hidden`, `support.read_only`, `support.never` (403).
 */
export function refuseInSupportView(key: string, who: string, { acting }: SupportView): void {
  if (own.test(key) || personal.test(key)) return;
  if (who === "anyone" && !key.startsWith("POST /invitation")) return;
  if (who === "user" || who === "anyone") throw apiError("support.never");
  if (asking.test(key)) return;
  if (key.startsWith("GET ")) {
    if (shown.has(key)) return;
    throw apiError("support.hidden");
  }
  if (!acting) throw apiError("support.read_only");
  if (!workable.some((call) => call.test(key))) throw apiError("support.never:here");
}
