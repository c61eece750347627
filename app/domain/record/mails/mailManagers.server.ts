import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { memberRolesFor } from "#app/platform/roles/acts.server.ts";
import type { MailOf } from "./content.ts";
import { queueMail } from "./queue.server.ts";

/** A letter to each of them by their name: a notice in its own words, or one that is written for its occasion. */
export type ManagersLetter =
  | (Omit<MailOf<"notice">, "kind" | "firstName"> & { kind?: undefined })
  | Omit<MailOf<"webhook_failing">, "firstName">;

/** Emails an organisation's managers, each in their language, with the content from `letter`. */
export async function mailManagers(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  orgId: OrgId,
  letter: () => ManagersLetter,
): Promise<void> {
  const managers = await tx
    .select({ email: users.email, firstName: users.firstName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), inArray(members.role, memberRolesFor("organisation.manage"))));
  for (const { email, firstName } of managers)
    await queueMail(tx, services, {
      to: email,
      orgId,
      content: () => {
        const said = letter();
        return said.kind === undefined ? { ...said, kind: "notice", firstName } : { ...said, firstName };
      },
    });
}
