import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { mailResetLink } from "#app/domain/accounts/oneTimeCodes/mailResetLink.server.ts";
import { noPassword } from "#app/domain/accounts/password.server.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { randomText } from "#app/platform/secrets/random.ts";
import { m } from "#messages";

/** Without those that look alike. */
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** An unguessable code for the partner's link. */
export const newCode = (): string => randomText(letters, 8);

/**
 * The account with which a partner signs in, with a link by email to choose a password. Where it is there already, nothing.
 * @throws DomainError `partner.email_taken` (409).
 */
export async function openPartnerAccount(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  partner: { orgId: OrgId; name: string; email: string; contactName: string },
): Promise<void> {
  const { email } = partner;
  const [known] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  if (known?.partnerId === partner.orgId) return;
  if (known) {
    throw partnersError("partner.email_taken", { field: "email" });
  }
  const now = services.clock.now();
  const [firstName = "", ...rest] = partner.contactName.split(/\s+/);
  const user = { id: newId("usr", now.getTime()), email, firstName, isVerified: false };
  await tx.insert(users).values({
    ...user,
    lastName: rest.join(" "),
    passwordHash: noPassword,
    usertype: "partner",
    partnerId: partner.orgId,
    agreedToTermsAt: now,
    createdAt: now,
  });
  await queueMail(tx, services, {
    to: email,
    orgId: partner.orgId,
    content: () => ({
      kind: "notice",
      firstName,
      subject: m.mails_partner_subject({ partner: partner.name }),
      lines: [
        m.mails_partner_share({ partner: partner.name }),
        m.mails_partner_password({ forgot: m.auth_forgot_password() }),
      ],
      path: "/revenue-share",
    }),
  });
  await mailResetLink(tx, services, { user, isGiven: true, orgId: partner.orgId });
}
