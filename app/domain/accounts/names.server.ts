import { inArray } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import type { Services } from "#app/platform/context.ts";

interface Names {
  firstName: string;
  name: string;
}

/**
 * The names of people by their user id. Read with the system role, because an organisation sees its present
 * members only, while former members' actions keep their names: pass only ids from the organisation's own
 * rows.
 */
export async function namesOfUsers(
  { db }: Pick<Services, "db">,
  ids: Iterable<string | null>,
  /** Already known names, such as those of the organisation's members. */
  present: readonly ({ id: string } & Names)[] = [],
): Promise<Map<string, Names>> {
  const here = new Map<string, Names>(present.map(({ id, firstName, name }) => [id, { firstName, name }]));
  const known = [...new Set(ids)].filter((id) => id !== null && id !== "" && !here.has(id)) as string[];
  if (known.length === 0) return here;
  const people = await db.systemReads
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, known));
  for (const { id, firstName, lastName } of people)
    here.set(id, { firstName, name: `${firstName} ${lastName}`.trim() });
  return here;
}
