import { logDays } from "#app/domain/record/fieldRules.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { m } from "#messages";
import { accountLetter } from "./accountLetters.ts";
import type { MailContent, MailOf } from "./content.ts";
import { greetingFor, type Letter, timeOf } from "./letter.ts";
import { invoiceLetter, reminderLetter } from "./moneyLetters.ts";
import { newsLetter } from "./newsLetter.ts";
import { weeklyLetter } from "./weeklyLetter.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * An email as text and as HTML made of tables with inline styles, which email clients leave unchanged. In the
 * current language, which is the reader's (`withLocale`).
 */
export function renderMail(
  content: MailContent,
  { brand, appUrl }: { brand: string; appUrl: string },
): RenderedMail {
  const letter = letterOf(content, brand, appUrl);
  return {
    subject: letter.subject,
    text: asText(letter, brand, appUrl),
    html: asHtml(letter, brand, appUrl),
  };
}

function letterOf(content: MailContent, brand: string, appUrl: string): Letter {
  switch (content.kind) {
    case "code":
    case "email_change":
    case "reset":
    case "already_registered":
    case "security_notice":
      return accountLetter(content, brand, appUrl);
    case "welcome":
      return {
        subject: m.mails_welcome_subject({ brand }),
        greeting: greetingFor(content.firstName),
        paragraphs: [m.mails_welcome_ready({ businessName: content.businessName }), m.mails_welcome_next()],
        button: { label: m.mails_sign_in(), url: `${appUrl}/login?from=%2Fget-started` },
        note: m.mails_welcome_note(),
      };
    case "invitation":
      return invitationLetter(content, brand);
    case "notice":
      return {
        subject: content.subject,
        greeting: greetingFor(content.firstName),
        paragraphs: content.lines,
        ...(content.path
          ? { button: { label: m.mails_view_details(), url: `${appUrl}${content.path}` } }
          : {}),
        note: m.mails_notice_note(),
      };
    case "webhook_failing":
      return webhookFailing(content, brand, appUrl);
    case "invoice":
      return invoiceLetter(content, brand, appUrl);
    case "payment_reminder":
      return reminderLetter(content, brand, appUrl);
    case "news":
      return newsLetter(content, brand, appUrl);
    case "weekly_report":
      return weeklyLetter(content, brand, appUrl);
  }
}

function invitationLetter(content: MailOf<"invitation">, brand: string): Letter {
  const { inviterName, businessName, role, url } = content;
  const facts = { inviterName, businessName, time: timeOf(content.validUntil) };
  return {
    subject: m.mails_invitation_subject({ inviterName, businessName, brand }),
    greeting: m.mails_hello(),
    paragraphs: [role === "admin" ? m.mails_invitation_admin(facts) : m.mails_invitation_agent(facts)],
    button: { label: m.mails_invitation_button(), url },
    note: m.mails_invitation_note(),
  };
}

/** For the managers of an organisation whose endpoint fails. */
function webhookFailing(content: MailOf<"webhook_failing">, brand: string, appUrl: string): Letter {
  return {
    subject: content.isOff
      ? m.mails_webhook_off_subject({ brand })
      : m.mails_webhook_failing_subject({ brand }),
    greeting: greetingFor(content.firstName),
    paragraphs: [
      m.mails_webhook_since({
        url: content.url,
        time: timeOf(content.since),
        answer: content.lastAnswer.slice(0, 300),
      }),
      content.isOff ? m.mails_webhook_off({ days: logDays }) : m.mails_webhook_failing(),
    ],
    button: { label: m.mails_view_deliveries(), url: `${appUrl}/developers` },
    note: m.mails_webhook_note(),
  };
}

function asText(letter: Letter, brand: string, appUrl: string): string {
  const blocks = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.code ? [`    ${letter.code}`] : []),
    ...(letter.button
      ? [`${m.mails_button_line({ label: letter.button.label })}\n${letter.button.url}`]
      : []),
    letter.note,
    `${brand} · ${appUrl}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function asHtml(letter: Letter, brand: string, appUrl: string): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#12302c">${escapeHtml(text)}</p>`;
  const code = letter.code
    ? `<p style="margin:8px 0 24px;padding:16px;background:#ebe8de;text-align:center;font-family:Consolas,Menlo,monospace;font-size:32px;line-height:40px;letter-spacing:8px;font-weight:bold;color:#12302c">${escapeHtml(letter.code)}</p>`
    : "";
  const button = letter.button
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#0b5a50" style="border-radius:8px"><a href="${escapeHtml(letter.button.url)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(letter.button.label)}</a></td></tr></table>
<p style="margin:0 0 16px;${font};font-size:14px;line-height:20px;color:#4d5f5a">${escapeHtml(m.mails_button_fallback())} <a href="${escapeHtml(letter.button.url)}" style="color:#4d5f5a;word-break:break-all">${escapeHtml(letter.button.url)}</a></p>`
    : "";
  return `<!doctype html>
<html lang="${currentLocale()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;padding:0;background:#f6f4ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f4ee"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td bgcolor="#0a2f2b" style="padding:16px 24px;border-radius:12px 12px 0 0;${font};font-size:18px;line-height:24px;font-weight:700;color:#ffffff">${escapeHtml(brand)}</td></tr>
<tr><td bgcolor="#ffffff" style="padding:24px;border-radius:0 0 12px 12px">
${[letter.greeting, ...letter.paragraphs].map(paragraph).join("\n")}
${code}${button}
<p style="margin:0;${font};font-size:14px;line-height:20px;color:#4d5f5a">${escapeHtml(letter.note)}</p>
</td></tr>
<tr><td style="padding:16px 24px;${font};font-size:13px;line-height:18px;color:#4d5f5a">${escapeHtml(brand)} · <a href="${escapeHtml(appUrl)}" style="color:#4d5f5a">${escapeHtml(appUrl.replace(/^https?:\/\//, ""))}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);
