import type { Tx } from "#app/db/client.server.ts";
import { mails } from "#app/db/schema/identity.ts";
import { sendMailJob } from "#app/domain/record/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { sealSecret } from "#app/platform/secretBox.server.ts";
import { boundTo, type MailContent, mailContent } from "./content.ts";

/** Writes a mail and its job in the transaction of the deed, so that both exist exactly when it commits. System role. */
export async function queueMail(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  { to, content }: { to: string; content: MailContent },
): Promise<void> {
  const now = services.clock.now();
  const mailId = newId("mal", now.getTime());
  const payload = JSON.stringify(mailContent.parse(content));
  await tx.insert(mails).values({
    id: mailId,
    kind: content.kind,
    recipient: to,
    payloadEncrypted: sealSecret(services.config.encryptionKeys, boundTo(mailId), payload),
    createdAt: now,
  });
  await services.jobs.enqueue(sendMailJob, { mailId }, { tx });
}
