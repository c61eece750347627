import { inArray } from "drizzle-orm";
import { users } from "#app/db/schema/identity.ts";
import type { Services } from "#app/platform/context.ts";

/**
 * The names of people by their user id. Asked as the system, because an organisation sees its present members alone, while
 * what a former one did keeps its name: give only ids that stand in the organisation's own rows.
 */
export async function namesOfUsers(
  { db }: Pick<Services, "db">,
  ids: Iterable<string | null>,
): Promise<Map<string, { firstName: string; name: string }>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const people = await db.systemReads
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, known));
  return new Map(
    people.map(({ id, firstName, lastName }) => [id, { firstName, name: `${firstName} ${lastName}`.trim() }]),
  );
}
