import { contactsMerged } from "#app/domain/contacts/events.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import { settleMergedCreditJob } from "#app/domain/sales/jobs.ts";

/** Lets what either of two merged contacts had as credit pay what the other owed, in a job: the merge has locked other rows. */
export const mergedCreditSubscriber: Subscriber = {
  kind: "merged_credit",
  wants: ({ name }) => name === contactsMerged.name,
  expressions: (events) => `merged_credit as (
  select 1 from jsonb_to_recordset(${events}::jsonb) as e(name text, subject_id text)
  join till_payments p on p.org_id = $1 and p.contact_id = e.subject_id and p.state = 'matched'
    and p.amount_cents > p.allocated_cents + p.refunded_cents
  where e.name = '${contactsMerged.name}' limit 1
)`,
  async enqueue(tx, { orgId, jobs }, events) {
    for (const { name, subject_id: contactId } of events)
      if (name === contactsMerged.name && contactId)
        await jobs.enqueue(settleMergedCreditJob, { orgId, contactId }, { tx });
  },
};
