import { z } from "zod";
import { conditions } from "#app/domain/contacts/segments/schemas.ts";
import { job } from "#app/platform/jobs.ts";
import { bulkActs } from "./schemas.ts";

/** Runs one action on many contacts. */
export const changeContactsJob = job({
  name: "change-contacts",
  isLong: true,
  payload: z.object({
    orgId: z.string(),
    userId: z.string().nullable(),
    selection: z.object({
      search: z.string(),
      tag: z.string(),
      consent: z.enum(["granted", "none", "opted_out"]).optional(),
      segmentId: z.string(),
      conditions,
      chosen: z.array(z.string()),
    }),
    change: z.object({
      act: z.enum(bulkActs),
      tag: z.string(),
      field: z.string(),
      value: z.string(),
      consent: z.object({ source: z.string(), wording: z.string(), date: z.string() }).optional(),
    }),
    before: z.string(),
  }),
});
