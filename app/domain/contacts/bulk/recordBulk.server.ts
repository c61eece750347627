import type { Tx } from "#app/db/client.server.ts";
import { contactsChanged } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { CheckedChange } from "./check.server.ts";

/** One entry for the whole action; deletions and consents also have one per person. */
export async function recordBulk(
  tx: Tx,
  ctx: OrgContext,
  { act, tag, field, value, consent }: CheckedChange,
  contacts: number,
): Promise<void> {
  await record(tx, ctx, contactsChanged, {
    subject: null,
    data: {
      act,
      contacts,
      ...(tag && { tag }),
      ...(field && { field, value }),
      ...(consent && { consent }),
    },
  });
}
