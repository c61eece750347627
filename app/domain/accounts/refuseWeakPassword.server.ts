import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import type { Services } from "#app/platform/context.ts";
import { isCommonPassword } from "./commonPasswords.ts";

/** The password's user: guesses start with their data. */
interface Owner {
  email: string;
  businessNames: string[];
}

/** The names of the organisations that a user is a member of. System role. */
export async function businessNamesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: organisations.name })
    .from(members)
    .innerJoin(organisations, eq(organisations.id, members.orgId))
    .where(eq(members.userId, userId));
  return rows.map(({ name }) => name);
}

/**
 * Refuses a password that guessing programs try first, that is the email address itself, or that is the name
 * of this platform or of the business with a number after it. @throws DomainError `password.too_common`
 * (400), tied to the form field `field`.
 */
export function refuseWeakPassword(
  { config }: Pick<Services, "config">,
  password: string,
  { email, businessNames }: Owner,
  field: "password" | "newPassword",
): void {
  const lower = password.toLowerCase();
  if (lower === email || lower === email.split("@")[0])
    throw accountsError("password.too_common:email", { field });
  const stem = stemOf(password);
  if (stem && [config.brand.name, ...businessNames].some((name) => stemOf(name) === stem))
    throw accountsError("password.too_common:business", { field });
  if (isCommonPassword(password)) throw accountsError("password.too_common", { field });
}

/** `Duka Letu 2026!` → `dukaletu`: additions to a name are soon guessed. Empty when nothing else is there. */
const stemOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/\p{N}+$/u, "");
