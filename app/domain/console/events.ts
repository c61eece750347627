import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";

/** Staff's own reason. */
const why = { reason: z.string() };
const level = z.enum(["campaigns", "sends", "sign_in"]);
const plan = { planType: z.string(), messageLimit: z.number() };
const account = z.object({ account: z.string(), ...why });
const template = z.object({ name: z.string(), language: z.string(), ...why });

export const organisationSuspended = eventType({
  name: "organisation.suspended",
  type: "security",
  status: "warning",
  data: z.object({ level, pausedCampaigns: z.number(), endedSessions: z.number(), ...why }),
  bell: { to: "everyone" },
});
export const organisationReinstated = eventType({
  name: "organisation.reinstated",
  type: "security",
  data: z.object(why),
  bell: { to: "everyone" },
});
export const organisationRenamedByStaff = eventType({
  name: "organisation.renamed_by_staff",
  type: "settings",
  data: z.object({ was: z.string(), name: z.string(), ...why }),
});
export const planOverridden = eventType({
  name: "plan.overridden",
  type: "billing",
  data: z.object({ ...plan, endsOn: z.string(), ...why }),
});
/** `reason` is null when it expired. */
export const planOverrideEnded = eventType({
  name: "plan.override_ended",
  type: "billing",
  data: z.object({ ...plan, reason: z.string().nullable() }),
});

const feature = z.enum(["api", "bots", "flows", "integrations"]);
export const featureSwitchedOff = eventType({
  name: "feature.switched_off",
  type: "settings",
  status: "warning",
  data: z.object({ feature, endsOn: z.string(), ...why }),
  bell: { to: "managers" },
});
/** `reason` is null when it expired. */
export const featureSwitchedOn = eventType({
  name: "feature.switched_on",
  type: "settings",
  data: z.object({ feature, reason: z.string().nullable() }),
  bell: { to: "managers" },
});

export const accountSuspendedByStaff = eventType({
  name: "whatsapp.suspended_by_staff",
  type: "settings",
  status: "warning",
  data: account,
  bell: { to: "everyone" },
});
export const accountReinstatedByStaff = eventType({
  name: "whatsapp.reinstated_by_staff",
  type: "settings",
  data: account,
  bell: { to: "everyone" },
});
export const accountRefreshedByStaff = eventType({
  name: "whatsapp.refreshed_by_staff",
  type: "settings",
  data: account,
});
export const accountNoteAdded = eventType({
  name: "whatsapp.note_added",
  type: "settings",
  data: z.object({ account: z.string() }),
});
export const accountTested = eventType({
  name: "whatsapp.tested",
  type: "settings",
  data: z.object({ account: z.string(), reachable: z.boolean(), subscribed: z.boolean() }),
});

export const templatePassedReview = eventType({
  name: "template.passed_review",
  type: "template",
  data: template,
});
export const templateReturned = eventType({
  name: "template.returned",
  type: "template",
  status: "warning",
  data: template,
});

export const jobMoved = eventType({
  name: "job.moved",
  type: "system",
  data: z.object({ intent: z.enum(["retry", "cancel"]), queue: z.string(), jobId: z.string(), ...why }),
});
export const jobsMoved = eventType({
  name: "jobs.moved",
  type: "system",
  data: z.object({ intent: z.enum(["retry", "cancel"]), queue: z.string(), moved: z.number(), ...why }),
});
export const staffRoleChanged = eventType({
  name: "staff.role_changed",
  type: "security",
  data: z.object({ email: z.string(), role: z.string(), ...why }),
});
export const staffAdded = eventType({
  name: "staff.added",
  type: "security",
  data: z.object({ email: z.string(), role: z.string(), ...why }),
});
const ofStaff = { email: z.string(), ...why };
export const staffSuspended = eventType({
  name: "staff.suspended",
  type: "security",
  status: "warning",
  data: z.object({ ...ofStaff, sessions: z.number() }),
});
export const staffReinstated = eventType({
  name: "staff.reinstated",
  type: "security",
  data: z.object(ofStaff),
});
export const staffSessionsEnded = eventType({
  name: "staff.sessions_ended",
  type: "security",
  data: z.object({ ...ofStaff, sessions: z.number() }),
});
export const templateReviewSwitched = eventType({
  name: "platform.template_review_switched",
  type: "settings",
  data: z.object({ value: z.enum(["on", "off"]), ...why }),
});

const invoice = { number: z.string(), ...why };
export const invoiceRemindedByStaff = eventType({
  name: "invoice.reminded_by_staff",
  type: "billing",
  data: z.object({ ...invoice, to: z.string() }),
});
export const invoiceReconciled = eventType({
  name: "invoice.reconciled",
  type: "billing",
  data: z.object({
    ...invoice,
    amountCents: z.number(),
    bankReference: z.string(),
    paidOn: z.string(),
  }),
});
export const metaRateAdded = eventType({
  name: "meta_rate.added",
  type: "billing",
  data: z.object({
    market: z.string(),
    category: z.string(),
    microUsd: z.number(),
    effectiveFrom: z.string(),
    ...why,
  }),
});
export const exchangeRateAdded = eventType({
  name: "exchange_rate.added",
  type: "billing",
  data: z.object({ kesPerUsdE4: z.number(), effectiveFrom: z.string(), ...why }),
});
export const workTaken = eventType({
  name: "work.taken",
  type: "billing",
  data: z.object({ item: z.string() }),
});
export const workHandedOn = eventType({
  name: "work.handed_on",
  type: "billing",
  data: z.object({ item: z.string(), to: z.string(), ...why }),
});
export const paymentRechecked = eventType({
  name: "payment.rechecked",
  type: "billing",
  data: z.object({ amountCents: z.number(), ...why }),
});

const price = {
  monthlyCents: z.number(),
  includedMessages: z.number(),
  perMessageCents: z.number(),
  effectiveFrom: z.string(),
  ...why,
};
export const priceAdded = eventType({
  name: "price.added",
  type: "billing",
  data: z.object({ ...price, planType: z.string(), billingType: z.string() }),
});
/** To each affected organisation. */
export const priceAnnounced = eventType({
  name: "price.announced",
  type: "billing",
  status: "warning",
  data: z.object(price),
  bell: { to: "managers" },
});
