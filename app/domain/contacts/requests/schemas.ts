import { z } from "zod";
import { atLeast, tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

export const requestForm = z.object({
  kind: z.enum(["export", "erasure"], { error: m.checks_person_request_kind_required }),
  note: z
    .string({ error: m.checks_person_request_note_required })
    .trim()
    .min(5, atLeast(m.checks_person_request_note_too_short))
    .max(500, tooLong),
});

export const refusalForm = z.object({
  refusal: z
    .string({ error: m.checks_person_refusal_reason_required })
    .trim()
    .min(5, atLeast(m.checks_person_refusal_reason_too_short))
    .max(500, tooLong),
});

export const personRequestId = idOf("personRequest", z.string().max(64));
