import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#app/platform/config/config.server.ts";

/** A rendered email; `id` names it in the outbox and in its Message-ID. */
export interface OutgoingMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

export interface Mailer {
  /** @throws the mail server's error. */
  send(mail: OutgoingMail): Promise<void>;
}

const mailers = new WeakMap<object, Mailer>();

/** The mailer of a configuration: SMTP with a pool of connections, or files in `DATA_DIR/outbox` without `SMTP_URL`. */
export function mailerFor(config: Pick<Config, "smtpUrl" | "dataDir">): Mailer {
  const known = mailers.get(config);
  if (known) return known;
  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl) : outboxMailer(config.dataDir);
  mailers.set(config, mailer);
  return mailer;
}

/** The recipient is one address, not parsed further: "a, b@c.d" is invalid, and not b. */
const messageOf = ({ id, to, headers, ...mail }: OutgoingMail) => ({
  ...mail,
  to: { name: "", address: to },
  messageId: `<${id}@${mail.from.replace(/^.*@|>.*$/g, "")}>`,
  headers: { ...headers, "Auto-Submitted": "auto-generated" },
});

function smtpMailer(smtpUrl: string): Mailer {
  const transport = import("nodemailer").then(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 3,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    }),
  );
  return {
    async send(mail) {
      await (await transport).sendMail(messageOf(mail));
    },
  };
}

/** Writes `<id>.eml` atomically. */
function outboxMailer(dataDir: string): Mailer {
  const folder = path.join(dataDir, "outbox");
  const transport = import("nodemailer").then(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: "unix" }),
  );
  return {
    async send(mail) {
      const { message } = await (await transport).sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${mail.id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

/**
 * Whether the mail server refused the recipient permanently (SMTP 5xx on the envelope), so that a retry is
 * useless.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return code === "EENVELOPE" && responseCode !== undefined && responseCode >= 500;
}
