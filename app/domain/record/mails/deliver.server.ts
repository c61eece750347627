import { eq, sql } from "drizzle-orm";
import { mails } from "#app/db/schema/record/mails.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Services } from "#app/platform/context.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { defaultLocale } from "#app/platform/locale/locale.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { isRefusedForGood, mailerFor } from "#app/providers/mail/mailer.server.ts";
import { boundTo, type MailContent, storedMail } from "./content.ts";
import { renderMail } from "./render.ts";

function openMail(config: Config, { id, payloadEncrypted }: typeof mails.$inferSelect) {
  const payload: object = JSON.parse(openSecret(config.encryptionKeys, boundTo(id), payloadEncrypted));
  // One that was queued before emails had a language is its content alone.
  const { content, locale } = storedMail.parse(
    "kind" in payload ? { content: payload, locale: defaultLocale } : payload,
  );
  const { brand, appUrl } = config;
  const rendered = withLocale(locale, () => renderMail(content, { brand: brand.name, appUrl }));
  return { content, rendered };
}

/**
 * Sends a stored email, once, and empties its payload. @throws the mail server's error, for the queue to
 * retry; a permanent refusal is only recorded on the row.
 */
export async function deliverMail({
  services,
  input: { mailId },
}: {
  services: Services;
  input: { mailId: string };
}): Promise<void> {
  const [mail] = await services.db.withSystem((tx) => tx.select().from(mails).where(eq(mails.id, mailId)));
  if (!mail || mail.sentAt || mail.payloadEncrypted === "") return;
  const { config, log } = services;
  const { content, rendered } = openMail(config, mail);
  const note = (values: Partial<typeof mails.$inferInsert>) =>
    services.db.withSystem((tx) =>
      tx
        .update(mails)
        .set({ attempts: sql`${mails.attempts} + 1`, ...values })
        .where(eq(mails.id, mailId)),
    );
  try {
    await mailerFor(config).send({
      id: mailId,
      to: mail.recipient,
      from: config.mailFrom,
      ...rendered,
      ...attachmentsOf(content),
      ...headersOf(content),
    });
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : String(error);
    const isFinal = isRefusedForGood(error);
    await note({ lastError, ...(isFinal ? { payloadEncrypted: "" } : {}) });
    log.warn({ mailId, kind: mail.kind, err: error }, isFinal ? "mail refused" : "mail not sent yet");
    if (isFinal) return;
    throw error;
  }
  await note({ sentAt: services.clock.now(), payloadEncrypted: "", lastError: null });
  if (content.kind === "code" && config.smtpUrl === undefined && config.meta.simulated)
    log.info({ recipient: mail.recipient, code: content.code }, "verification code (sandbox)");
}

/** By these, email programs offer to unsubscribe with one click (RFC 8058). */
const headersOf = (content: MailContent) =>
  content.kind === "weekly_report"
    ? {
        headers: {
          "List-Unsubscribe": `<${content.unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      }
    : {};

const attachmentsOf = (content: MailContent) =>
  content.kind === "invoice"
    ? {
        attachments: [
          {
            filename: `${content.number}.pdf`,
            content: Buffer.from(content.pdf, "base64"),
            contentType: "application/pdf",
          },
        ],
      }
    : {};
