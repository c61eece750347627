import type { Tx } from "#app/db/client.server.ts";
import { mails } from "#app/db/schema/record/mails.ts";
import { sendMailJob } from "#app/domain/record/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { boundTo, type MailContent, storedMail } from "./content.ts";
import { localeOfReader, type Reader } from "./reader.server.ts";

/** A function makes the content in the reader's language. */
export type MailToQueue = Reader & { content: MailContent | (() => MailContent) };

/**
 * Writes an email and its job in the transaction of the deed, so that both exist exactly when it commits. Its language is that
 * of its reader and is kept with it. System role.
 */
export async function queueMail(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  { content, ...reader }: MailToQueue,
): Promise<void> {
  const now = services.clock.now();
  const mailId = newId("mal", now.getTime());
  const locale = await localeOfReader(tx, reader);
  const said = typeof content === "function" ? withLocale(locale, content) : content;
  const payload = JSON.stringify(storedMail.parse({ content: said, locale }));
  await tx.insert(mails).values({
    id: mailId,
    kind: said.kind,
    recipient: reader.to,
    payloadEncrypted: sealSecret(services.config.encryptionKeys, boundTo(mailId), payload),
    createdAt: now,
  });
  await services.jobs.enqueue(sendMailJob, { mailId }, { tx });
}
