import type { EnrolmentEnd } from "#app/db/schema/sequences/sequences.ts";
import { contactOptedOut } from "#app/domain/contacts/events.ts";
import { messageReceived } from "#app/domain/messaging/events.ts";
import type { EventRow } from "#app/domain/record/record.server.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import {
  dueCancelled,
  duePaid,
  paymentRequestPaid,
  tillPaymentMatched,
  tillPaymentReceived,
} from "#app/domain/sales/events.ts";
import { endEnrolmentsJob } from "./jobs.ts";

/** What ends the sequences of a contact, or of what they are about. */
const reasons: Readonly<Record<string, EnrolmentEnd>> = {
  [messageReceived.name]: "replied",
  [contactOptedOut.name]: "opted_out",
  [paymentRequestPaid.name]: "paid",
  [tillPaymentReceived.name]: "paid",
  [tillPaymentMatched.name]: "paid",
  [duePaid.name]: "paid",
  [dueCancelled.name]: "subject",
};
const names = Object.keys(reasons)
  .map((name) => `'${name}'`)
  .join(", ");

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** Ends sequences by what their contacts do, in a job: the event's transaction holds other rows. */
export const sequenceSubscriber: Subscriber = {
  kind: "sequence",
  wants: ({ name }) => name in reasons,
  expressions: (events) => `sequence as (
  select 1 from jsonb_to_recordset(${events}::jsonb) as e(name text, contact_id text, subject_id text)
  where e.name in (${names}) and (
    exists (select 1 from sequence_enrolments n where n.org_id = $1 and n.contact_id = e.contact_id and n.ended_at is null)
    or exists (select 1 from sequence_enrolments n where n.org_id = $1 and n.subject_id = e.subject_id
      and n.subject_id <> '' and n.ended_at is null))
  limit 1
)`,
  async enqueue(tx, { orgId, jobs }, events) {
    const own = events.filter(({ name }) => name in reasons);
    const byReason = Map.groupBy(own, ({ name }: EventRow) => reasons[name]!);
    for (const [reason, group] of byReason) {
      const contactIds = reason === "subject" ? [] : present(group.map(({ contact_id }) => contact_id));
      const subjectIds = present(group.map(({ subject_id }) => subject_id));
      await jobs.enqueue(endEnrolmentsJob, { orgId, contactIds, subjectIds, reason }, { tx });
    }
  },
};
