import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { reason } from "#app/domain/record/reason.ts";
import { m } from "#messages";

const template = z.object({ name: z.string(), language: z.string() });

const costs = { wasCents: z.number().nullish(), cents: z.number().nullish() };

export const templateCreated = eventType({ name: "template.created", type: "template", data: template });
export const templateChanged = eventType({ name: "template.changed", type: "template", data: template });
export const templateSubmitted = eventType({ name: "template.submitted", type: "template", data: template });
export const templateNotAccepted = eventType({
  name: "template.not_accepted",
  type: "template",
  status: "error",
  /** `reason`: Meta's own text. */
  data: template.extend({ reason: z.string() }),
});
export const templateReviewed = eventType({
  name: "template.reviewed",
  type: "template",
  /** `status` as Meta calls it; `reason`: Meta's, if it gave one. */
  data: template.extend({ status: z.string(), reason: z.string().nullable() }),
  bell: { to: "everyone" },
  webhook: {
    name: "template.status_changed",
    label: m.webhooks_template_status,
    fields: { name: "name", language: "language", status: "status" },
  },
});
export const templateCategoryChanged = eventType({
  name: "template.category_changed",
  type: "template",
  status: "warning",
  /** With Meta's price per message in Kenya before and after, in KES cents where known. */
  data: template.extend({ was: z.string(), category: z.string(), ...costs }),
  bell: { to: "everyone" },
  webhook: {
    label: m.webhooks_template_category,
    fields: { name: "name", language: "language", previous_category: "was", category: "category" },
  },
});
export const templateCategoryAnnounced = eventType({
  name: "template.category_announced",
  type: "template",
  status: "warning",
  data: template.extend({ was: z.string(), category: z.string(), ...costs }),
  bell: { to: "everyone" },
});
/** A change of status that is not worth a notification. */
export const templateMoved = eventType({
  name: "template.moved",
  type: "template",
  data: template.extend({ status: z.string(), reason: z.string().nullable() }),
  webhook: {
    name: "template.status_changed",
    label: m.webhooks_template_status,
    fields: { name: "name", language: "language", status: "status" },
  },
});
export const templateQualityChanged = eventType({
  name: "template.quality_changed",
  type: "template",
  data: template.extend({ was: z.string(), quality: z.string() }),
  webhook: {
    label: m.webhooks_template_quality,
    fields: { name: "name", language: "language", previous_quality: "was", quality: "quality" },
  },
});
export const templateDeleted = eventType({
  name: "template.deleted",
  type: "template",
  status: "warning",
  data: template,
});
export const templatesSynchronised = eventType({
  name: "templates.synchronised",
  type: "template",
  data: z.object({ account: z.string(), added: z.number(), changed: z.number(), removed: z.number() }),
});

const account = z.object({ account: z.string(), wabaId: z.string() });
/** With the step of connecting at which it failed. */
const accountReason = reason.extend({ step: z.enum(["webhooks", "numbers"]).optional() });

export const signupStarted = eventType({
  name: "whatsapp.signup_started",
  type: "settings",
  data: z.object({}),
});
export const signupFailed = eventType({
  name: "whatsapp.signup_failed",
  type: "settings",
  status: "error",
  data: z.object({ reason: reason.nullable() }),
});
export const whatsappAdded = eventType({ name: "whatsapp.added", type: "settings", data: account });
export const whatsappReconnected = eventType({
  name: "whatsapp.reconnected",
  type: "settings",
  data: account,
});
const setUp = account.extend({ problems: z.array(accountReason) });
export const whatsappConnected = eventType({ name: "whatsapp.connected", type: "settings", data: setUp });
export const whatsappSetupIncomplete = eventType({
  name: "whatsapp.setup_incomplete",
  type: "settings",
  status: "warning",
  data: setUp,
});
export const whatsappDisconnected = eventType({
  name: "whatsapp.disconnected",
  type: "settings",
  data: account.extend({ endedByMeta: z.boolean() }),
});
/** Its owner connected it to another organisation. */
export const whatsappReleased = eventType({
  name: "whatsapp.released",
  type: "settings",
  status: "warning",
  data: account.extend({ campaigns: z.number(), messages: z.number() }),
});
export const whatsappLost = eventType({
  name: "whatsapp.lost",
  type: "settings",
  status: "error",
  data: z.object({ account: z.string(), reason: accountReason }),
  bell: { to: "everyone", alsoCauser: true },
});

const reportedByMeta = z.object({ account: z.string() });
const aboutNumber = reportedByMeta.extend({ number: z.string() });

export const whatsappEnded = eventType({
  name: "whatsapp.ended_by_meta",
  type: "system",
  status: "error",
  data: reportedByMeta.extend({ status: z.enum(["suspended", "disconnected"]), reason }),
});
export const whatsappReinstated = eventType({
  name: "whatsapp.reinstated",
  type: "system",
  status: "warning",
  /** `by`: Meta lifted its decision, or the number is back in the WhatsApp Business app. */
  data: reportedByMeta.extend({ connected: z.boolean(), by: z.enum(["meta", "app"]) }),
});
export const whatsappToBeDisabled = eventType({
  name: "whatsapp.to_be_disabled",
  type: "system",
  status: "warning",
  data: reportedByMeta.extend({ date: z.string().nullable() }),
});
export const whatsappViolation = eventType({
  name: "whatsapp.violation",
  type: "system",
  status: "warning",
  data: reportedByMeta.extend({ violation: z.string().nullable() }),
});
export const whatsappRestricted = eventType({
  name: "whatsapp.restricted",
  type: "system",
  status: "warning",
  data: reportedByMeta,
});
export const whatsappAccountReviewed = eventType({
  name: "whatsapp.reviewed",
  type: "system",
  data: reportedByMeta.extend({ decision: z.string().nullable() }),
});
export const throughputUpgraded = eventType({
  name: "whatsapp_number.throughput_upgraded",
  type: "system",
  data: aboutNumber.extend({ perSecond: z.number() }),
});
export const numberQualityChanged = eventType({
  name: "whatsapp_number.quality_changed",
  type: "system",
  status: "warning",
  data: aboutNumber.extend({ event: z.enum(["FLAGGED", "UNFLAGGED"]) }),
});
export const displayNameReviewed = eventType({
  name: "whatsapp_number.display_name_reviewed",
  type: "system",
  data: reportedByMeta.extend({ name: z.string(), decision: z.string().nullable() }),
});
export const profileChanged = eventType({
  name: "whatsapp_number.profile_changed",
  type: "settings",
  data: aboutNumber.extend({ picture: z.boolean() }),
});
export const connectionChecked = eventType({
  name: "whatsapp.checked",
  type: "system",
  data: reportedByMeta.extend({ problems: z.number() }),
});
