import { z } from "zod";
import { email, firstName, lastName } from "#app/domain/accounts/schemas.ts";
import { keepWithin } from "#app/platform/forms/checks.ts";
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
  .string({ error: m.checks_say_why_it_is_kept_in })
  .trim()
  .min(5, { error: m.checks_say_why_in_at_least_5 })
  .max(500, { error: m.checks_keep_the_reason_within_500_characters });

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
  ticket: z.string().trim().max(60, { error: m.checks_keep_the_ticket_within_60_characters }).optional(),
});

export const suspendForm = z.object({
  level: z.enum(["campaigns", "sends", "sign_in"], { error: m.checks_choose_what_is_suspended }),
  reason,
});
export const reasonForm = z.object({ reason });

/** A day at most a year away, `2026-12-24`. */
const endDay = z.iso.date({ error: m.checks_choose_the_day_on_which_it });

export const organisationForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: m.checks_enter_the_name_of_the_business })
    .max(100, { error: m.checks_keep_the_name_within_100_characters }),
  reason,
});
export const overrideForm = z.object({
  planType: z.enum(plans, { error: m.checks_choose_a_plan }),
  messageLimit: z.coerce
    .number({ error: m.checks_enter_a_whole_number })
    .int({ error: m.checks_enter_a_whole_number })
    .min(0, { error: m.checks_enter_0_or_more })
    .max(100_000_000, { error: m.checks_enter_at_most_100_000_000 }),
  endsOn: endDay,
  reason,
});

const feature = z.enum(keysOf(features), { error: () => m.checks_choose_what_is_switched() });
export const switchOffForm = z.object({ feature, endsOn: endDay, reason });
export const switchOnForm = z.object({ feature, reason });

export const accountQuery = z.object({
  search,
  status: z.enum(keysOf(accountStatuses)).catch("all").default("all"),
  page,
});
export const noteForm = z.object({
  body: z
    .string({ error: m.checks_write_the_note })
    .trim()
    .min(1, { error: m.checks_write_the_note })
    .max(2000, keepWithin(2_000)),
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
    .string({ error: m.checks_choose_the_kind_of_job_first })
    .min(1, { error: m.checks_choose_the_kind_of_job_first })
    .max(100),
  reason,
});
export const jobForm = z.object({ intent: z.enum(["retry", "cancel"]), reason });

/** As long as Meta's message ids may be. */
export const consoleSearch = z.object({ q: z.string().trim().max(255).catch("").default("") });
export const exportQuery = z.object({ format: z.enum(["csv", "json"]).catch("csv").default("csv") });
export const staffRoleForm = z.object({
  staffRole: z.enum(keysOf(staffRoles), { error: m.checks_choose_a_role }),
  reason,
});
export const staffForm = staffRoleForm.extend({ email, firstName, lastName });
export const settingsForm = z.object({ templateReview: z.enum(["on", "off"]), reason });
