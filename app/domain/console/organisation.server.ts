import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { members, organisations, users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** An organisation by the id of a form or path, its row locked. @throws DomainError `organisation.not_found`. */
export async function lockOrganisation(tx: Tx, id: string) {
  const [org] = await tx
    .select()
    .from(organisations)
    .where(eq(organisations.id, id as OrgId))
    .for("update");
  if (!org) throw notFound("Organisation");
  return org;
}

/** Mails those who manage an organisation. */
export async function mailManagers(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  orgId: OrgId,
  letter: { subject: string; lines: string[]; path?: string },
): Promise<void> {
  const managers = await tx
    .select({ email: users.email, firstName: users.firstName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), ne(members.role, "agent")));
  for (const { email, firstName } of managers)
    await queueMail(tx, services, { to: email, content: { kind: "notice", firstName, ...letter } });
}
