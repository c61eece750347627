import { apiError } from "#app/api/errors.ts";
import type { SupportView } from "#app/platform/context.ts";

/** Calls that ask by POST and change nothing. */
const asking = /^POST \/(campaigns\/:campaignId|templates\/:templateId)\/preview$/;

/** Secrets, files with everything, and what concerns a person's own account: never seen by staff in a workspace. */
const hidden = [
  /^GET \/developer\/api-keys?\b/,
  /^GET \/developer\/webhooks\/:endpointId\/secret$/,
  /^GET \/(contacts|activity-logs)\/export$/,
  /^GET \/contacts\/imports\/:importId\/errors$/,
  /^GET \/campaigns\/:campaignId\/recipients\.csv$/,
  /^GET \/flows\/:flowId\/sessions\.csv$/,
  /^GET \/billing\/statement$/,
  /^GET \/privacy\/requests\/:personRequestId\/data$/,
  /^GET \/meta\/embedded-callback$/,
  /^GET \/sandbox\b/,
];

/**
 * What staff may change once they asked to: the everyday work of a workspace. Passwords, e-mail, second factor, sessions,
 * keys, members, money, privacy and every deletion are not among it.
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

/** Calls of the staff member themselves, who is still the one at the keyboard. */
const own = /^(GET \/auth\/me|POST \/auth\/logout|POST \/support-view\/act|DELETE \/support-view)$/;
const personal = /^(GET \/pictures|GET \/organisations)$/;

/**
 * The rules of a workspace that staff opened: look at first, work in after a second step, and some things never.
 * @throws DomainError `support.hidden`, `support.read_only`, `support.never` (403).
 */
export function refuseInSupportView(key: string, who: string, { acting }: SupportView): void {
  if (own.test(key) || personal.test(key)) return;
  if (who === "anyone" && !key.startsWith("POST /invitation")) return;
  if (hidden.some((call) => call.test(key))) throw apiError("support.hidden");
  if (who === "user" || who === "anyone") throw apiError("support.never");
  if (key.startsWith("GET ") || asking.test(key)) return;
  if (!acting) throw apiError("support.read_only");
  if (!workable.some((call) => call.test(key))) throw apiError("support.never:here");
}
