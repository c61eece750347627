import type { Services } from "#app/platform/context.ts";

/** When the next SMS is due; null: none waits. */
export async function nextSmsAt({ db }: Services): Promise<Date | null> {
  const { rows } = await db.system.query<{ at: Date | null }>({
    name: "next-sms",
    text: "select min(due_at) as at from sms_messages where due_at is not null",
    values: [],
  });
  return rows[0]?.at ?? null;
}
