import type { Services } from "#app/platform/context.ts";

/** When the next SMS is due, or the next messages of a campaign with SMS are looked at; null: none waits. */
export async function nextSmsAt({ db }: Services): Promise<Date | null> {
  const { rows } = await db.system.query<{ at: Date | null }>({
    name: "next-sms",
    text: `select least(
      (select min(due_at) from sms_messages where due_at is not null and campaign_id is null),
      (select min(due_at) from sms_messages where due_at is not null and campaign_id is not null),
      (select min(due_at) from campaign_sms where due_at is not null)) as at`,
    values: [],
  });
  return rows[0]?.at ?? null;
}
