import { z } from "zod";
import { email, firstName, lastName } from "#app/domain/accounts/schemas.ts";
import { atLeast, atMost, tooLong } from "#app/platform/forms/checks.ts";
import { m } from "#messages";
import {
  accountStatuses,
  features,
  jobStates,
  organisationGroups,
  organisationStatuses,
  plans,
  staffRoles,
  systemRanges,
} from "./words.ts";

const keysOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

const page = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);
const search = z.string().trim().max(100).catch("").default("");

/** An administrator's reason for an action; shown to the organisation. */
export const reason = z
  .string({ error: m.checks_staff_reason_required })
  .trim()
  .min(5, atLeast(m.checks_staff_reason_too_short))
  .max(500, tooLong);

export const organisationQuery = z.object({
  search,
  status: z.enum(keysOf(organisationStatuses)).catch("all").default("all"),
  plan: z
    .enum(["all", ...plans])
    .catch("all")
    .default("all"),
  group: z.enum(keysOf(organisationGroups)).catch("all").default("all"),
  sort: z
    .enum(["name", "-name", "usage", "-usage", "revenue", "-revenue", "joined", "-joined"])
    .catch("-joined")
    .default("-joined"),
  page,
});

export const visitForm = z.object({
  reason,
  ticket: z.string().trim().max(60, tooLong).optional(),
});

export const suspendForm = z.object({
  level: z.enum(["campaigns", "sends", "sign_in"], { error: m.checks_suspension_level_required }),
  reason,
});
export const reasonForm = z.object({ reason });

/** A day at most a year away, `2026-12-24`. */
const endDay = z.iso.date({ error: m.checks_last_day_required });

export const organisationForm = z.object({
  name: z.string().trim().min(1, { error: m.checks_organisation_name_required }).max(100, tooLong),
  reason,
});
export const overrideForm = z.object({
  planType: z.enum(plans, { error: m.checks_plan_required }),
  messageLimit: z.coerce
    .number({ error: m.checks_whole_number_invalid })
    .int({ error: m.checks_whole_number_invalid })
    .min(0, atLeast(m.checks_whole_number_negative))
    .max(100_000_000, atMost(m.checks_included_messages_too_many)),
  endsOn: endDay,
  reason,
});

const feature = z.enum(keysOf(features), { error: () => m.checks_feature_required() });
export const switchOffForm = z.object({ feature, endsOn: endDay, reason });
export const switchOnForm = z.object({ feature, reason });

export const accountQuery = z.object({
  search,
  status: z.enum(keysOf(accountStatuses)).catch("all").default("all"),
  page,
});
export const noteForm = z.object({
  body: z
    .string({ error: m.checks_staff_note_required })
    .trim()
    .min(1, { error: m.checks_staff_note_required })
    .max(2000, tooLong),
});

export const templateQuery = z.object({
  search,
  status: z
    .enum(["all", "review", "approved", "pending", "rejected", "paused", "disabled"])
    .catch("all")
    .default("all"),
  page,
});

export const systemQuery = z.object({
  range: z.enum(keysOf(systemRanges)).catch("24h").default("24h"),
});
export const queueQuery = z.object({
  state: z.enum(keysOf(jobStates)).catch("failed").default("failed"),
  queue: z.string().max(100).catch("").default(""),
  error: z.string().max(120).catch("").default(""),
  page,
});
/** All jobs of one kind in a state, of one error if given. */
export const jobsFilter = queueQuery.omit({ page: true });
export const jobsForm = jobsFilter.extend({
  queue: z
    .string({ error: m.checks_job_kind_required })
    .min(1, { error: m.checks_job_kind_required })
    .max(100),
  reason,
});
export const jobForm = z.object({ intent: z.enum(["retry", "cancel"]), reason });

/** As long as Meta's message ids may be. */
export const consoleSearch = z.object({ q: z.string().trim().max(255).catch("").default("") });
export const exportQuery = z.object({ format: z.enum(["csv", "json"]).catch("csv").default("csv") });
export const staffRoleForm = z.object({
  staffRole: z.enum(keysOf(staffRoles), { error: m.checks_staff_role_required }),
  reason,
});
export const staffForm = staffRoleForm.extend({ email, firstName, lastName });
export const settingsForm = z.object({ templateReview: z.enum(["on", "off"]), reason });
