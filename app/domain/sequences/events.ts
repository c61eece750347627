import { z } from "zod";
import { enrolmentSources } from "#app/db/schema/sequences/sequences.ts";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";
import { endNames } from "./words.ts";

/** The sequence's name at that time. */
const sequence = z.object({ sequence: z.string() });
const ofContact = sequence.extend({ contactId: z.string(), contact: z.string() });
const contactFields = { sequence: "sequence", contact_id: "contactId", contact_name: "contact" } as const;

export const sequenceCreated = eventType({ name: "sequence.created", type: "settings", data: sequence });
export const sequenceChanged = eventType({ name: "sequence.changed", type: "settings", data: sequence });
export const sequenceDeleted = eventType({
  name: "sequence.deleted",
  type: "settings",
  status: "warning",
  data: sequence,
});
export const sequenceSwitchedOn = eventType({
  name: "sequence.switched_on",
  type: "settings",
  data: sequence.extend({ version: z.number().int() }),
});
export const sequenceSwitchedOff = eventType({
  name: "sequence.switched_off",
  type: "settings",
  data: sequence,
});
export const enrolmentsStarted = eventType({
  name: "sequence.enrolments_started",
  type: "message",
  data: sequence.extend({ people: z.number().int(), totalCents: z.number().int() }),
});
export const contactEnrolled = eventType({
  name: "sequence.contact_enrolled",
  type: "message",
  data: ofContact.extend({ source: z.enum(enrolmentSources) }),
  webhook: {
    name: "sequence.entered",
    label: m.webhooks_sequence_entered,
    fields: { ...contactFields, source: "source" },
  },
});
export const enrolmentEnded = eventType({
  name: "sequence.contact_ended",
  type: "message",
  data: ofContact.extend({ reason: z.enum(endNames) }),
  webhook: {
    name: "sequence.ended",
    label: m.webhooks_sequence_ended,
    fields: { ...contactFields, reason: "reason" },
  },
});
/** Its messages wait until the wallet has enough. */
export const sequenceOutOfMoney = eventType({
  name: "sequence.out_of_money",
  type: "system",
  status: "warning",
  data: sequence,
  bell: { to: "managers", alsoCauser: true },
});
