import { z } from "zod";
import { keepWithin } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

export const requestForm = z.object({
  kind: z.enum(["export", "erasure"], { error: m.checks_choose_what_they_asked_for }),
  note: z
    .string({ error: m.checks_say_how_they_asked })
    .trim()
    .min(5, { error: m.checks_say_how_they_asked_and_how })
    .max(500, keepWithin(500)),
});

export const refusalForm = z.object({
  refusal: z
    .string({ error: m.checks_say_why_the_person_has_a })
    .trim()
    .min(5, { error: m.checks_say_why_in_at_least_5_2 })
    .max(500, keepWithin(500)),
});

export const personRequestId = idOf("personRequest", z.string().max(64));
