import { z } from "zod";
import { eventType, noData } from "#app/domain/record/eventType.ts";
import { m } from "#messages";
import { importProblem } from "./importRefusals.ts";

const contact = z.object({ name: z.string(), phone: z.string().nullable() });
/** Where and how people agreed, to which wording, and on which day. */
const proof = z.object({ source: z.string(), wording: z.string(), date: z.string() });

export const contactCreated = eventType({
  name: "contact.created",
  type: "system",
  data: contact,
  webhook: { label: m.webhooks_contact_created, fields: { name: "name", phone: "phone" } },
});
export const contactCreatedByWhatsapp = eventType({
  name: "contact.created_by_whatsapp",
  type: "message",
  data: contact.extend({ bsuid: z.string().nullable() }),
  webhook: {
    name: "contact.created",
    label: m.webhooks_contact_created,
    fields: { name: "name", phone: "phone", bsuid: "bsuid" },
  },
});
export const contactChanged = eventType({
  name: "contact.changed",
  type: "system",
  data: contact,
  webhook: {
    name: "contact.updated",
    label: m.webhooks_contact_updated,
    fields: { name: "name", phone: "phone" },
  },
});
export const contactDeleted = eventType({
  name: "contact.deleted",
  type: "system",
  data: noData,
  webhook: { label: m.webhooks_contact_deleted, fields: {} },
});
/** One thing was done to many. */
export const contactsChanged = eventType({
  name: "contacts.changed",
  type: "system",
  data: z.object({
    act: z.enum(["add_tag", "remove_tag", "set_field", "record_consent", "withdraw_consent", "delete"]),
    contacts: z.number(),
    tag: z.string().optional(),
    field: z.string().optional(),
    value: z.string().optional(),
    consent: proof.optional(),
  }),
});
/** `mergedId`: the deleted contact. */
export const contactsMerged = eventType({
  name: "contact.merged",
  type: "system",
  data: contact.extend({ mergedId: z.string(), byMember: z.boolean().optional() }),
  webhook: {
    label: m.webhooks_contact_merged,
    fields: { name: "name", phone: "phone", merged_contact_id: "mergedId" },
  },
});
export const contactsExported = eventType({ name: "contacts.exported", type: "message", data: z.object({}) });

const field = z.object({ field: z.string(), type: z.enum(["text", "number", "date", "yes_no", "choice"]) });
export const fieldCreated = eventType({ name: "custom_field.created", type: "settings", data: field });
export const fieldChanged = eventType({ name: "custom_field.changed", type: "settings", data: field });
export const fieldDeleted = eventType({ name: "custom_field.deleted", type: "settings", data: field });

const segment = z.object({ segment: z.string() });
export const segmentCreated = eventType({ name: "segment.created", type: "message", data: segment });
export const segmentChanged = eventType({ name: "segment.changed", type: "message", data: segment });
export const segmentDeleted = eventType({ name: "segment.deleted", type: "message", data: segment });

/** `source`: where the wish was sent, `whatsapp:STOP`. */
const consentChange = contact.extend({ source: z.string() });
export const contactOptedOut = eventType({
  name: "contact.opted_out",
  type: "message",
  data: consentChange,
  webhook: {
    label: m.webhooks_contact_opted_out,
    fields: { name: "name", phone: "phone", source: "source" },
  },
});
export const contactOptedIn = eventType({
  name: "contact.opted_in",
  type: "message",
  data: consentChange,
  webhook: { label: m.webhooks_contact_opted_in, fields: { name: "name", phone: "phone", source: "source" } },
});
export const contactStoppedMarketing = eventType({
  name: "contact.stopped_marketing",
  type: "message",
  data: consentChange,
  webhook: {
    label: m.webhooks_contact_stopped_marketing,
    fields: { name: "name", phone: "phone", source: "source" },
  },
});

/** A member recorded that the person had agreed to marketing. */
export const contactConsentRecorded = eventType({
  name: "contact.consent_recorded",
  type: "message",
  data: contact.extend(proof.shape),
});

export const importStarted = eventType({
  name: "contact_import.started",
  type: "system",
  data: z.object({ fileName: z.string(), bytes: z.number() }),
});
const counted = z.object({
  fileName: z.string(),
  created: z.number(),
  updated: z.number(),
  rejected: z.number(),
});
export const importFinished = eventType({ name: "contact_import.finished", type: "system", data: counted });
export const importStopped = eventType({
  name: "contact_import.stopped",
  type: "system",
  status: "error",
  data: counted.extend({ problem: importProblem.optional() }),
});
export const rowsRefused = eventType({
  name: "contact_import.rows_refused",
  type: null,
  status: "warning",
  data: z.object({ fileName: z.string(), rejected: z.number(), rowsRead: z.number() }),
  bell: { to: "everyone", alsoCauser: true },
});

const requestKind = z.enum(["export", "erasure"]);

/** Events of a request name no one: they stay when the person is erased. */
export const personRequestOpened = eventType({
  name: "person_request.opened",
  type: "security",
  data: z.object({ kind: requestKind, dueAt: z.string() }),
  bell: { to: "managers" },
});
export const personExported = eventType({ name: "person_request.exported", type: "security", data: noData });
export const personHandedOver = eventType({
  name: "person_request.handed_over",
  type: "security",
  data: noData,
});
export const personErased = eventType({
  name: "person_request.erased",
  type: "security",
  data: z.object({
    conversations: z.number(),
    messages: z.number(),
    emptied: z.number(),
    events: z.number(),
  }),
});
export const personRequestRefused = eventType({
  name: "person_request.refused",
  type: "security",
  status: "warning",
  data: z.object({ kind: requestKind, reason: z.string() }),
});
