import { z } from "zod";
import {
  accountStatuses,
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

/** Why an administrator does something; the organisation reads it. */
export const reason = z
  .string({ error: "Say why: the organisation reads it in its activity log" })
  .trim()
  .min(5, "Say why, in at least 5 characters: the organisation reads it in its activity log")
  .max(500, "Keep the reason within 500 characters");

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
  ticket: z.string().trim().max(60, "Keep the ticket within 60 characters").optional(),
});

export const suspendForm = z.object({
  level: z.enum(["campaigns", "sends", "sign_in"], { error: "Choose what is suspended" }),
  reason,
});
export const reasonForm = z.object({ reason });

/** A day at most a year away, `2026-12-24`. */
const endDay = z.iso.date({ error: "Choose the day on which it ends" });

export const organisationForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Enter the name of the business")
    .max(100, "Keep the name within 100 characters"),
  reason,
});
export const overrideForm = z.object({
  planType: z.enum(plans, { error: "Choose a plan" }),
  messageLimit: z.coerce
    .number({ error: "Enter a whole number" })
    .int("Enter a whole number")
    .min(0, "Enter 0 or more")
    .max(100_000_000, "Enter at most 100,000,000"),
  endsOn: endDay,
  reason,
});

export const accountQuery = z.object({
  search,
  status: z.enum(keysOf(accountStatuses)).catch("all").default("all"),
  page,
});
export const noteForm = z.object({
  body: z
    .string({ error: "Write the note" })
    .trim()
    .min(1, "Write the note")
    .max(2000, "Keep it within 2,000 characters"),
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
/** All jobs of one kind in a state, of one error where it is told. */
export const jobsFilter = queueQuery.omit({ page: true });
export const jobsForm = jobsFilter.extend({
  queue: z.string({ error: "Choose the kind of job first" }).min(1, "Choose the kind of job first").max(100),
  reason,
});
export const jobForm = z.object({ intent: z.enum(["retry", "cancel"]), reason });

export const consoleSearch = z.object({ q: search });
export const exportQuery = z.object({ format: z.enum(["csv", "json"]).catch("csv").default("csv") });
export const staffRoleForm = z.object({
  staffRole: z.enum(keysOf(staffRoles), { error: "Choose a role" }),
  reason,
});
export const settingsForm = z.object({ templateReview: z.enum(["on", "off"]), reason });
