import { byLocale, datesIn } from "#app/platform/byLocale.ts";
import { deviceOf } from "#app/platform/device.ts";
import type { MailContent } from "./content.ts";
import { invoiceLetter, reminderLetter } from "./moneyLetters.ts";
import { newsLetter } from "./newsLetter.ts";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The parts that every mail is made of, before they become text and HTML. */
export interface Letter {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Set large, to be read and typed. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print: what to do when the mail was not expected. */
  note: string;
}

/** Times are told as people in Kenya read them. */
const nairobiTime = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Africa/Nairobi",
    }),
);
const timeOf = (iso: string) => `${nairobiTime().format(new Date(iso))} (Nairobi time)`;

/** A mail as text and as HTML made of tables with inline styles, which mail clients leave alone. */
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
      return {
        subject: `${content.code} is your ${brand} verification code`,
        greeting: "Hello,",
        paragraphs: [
          ...(content.repeated
            ? [
                "The sign-up form was filled in again with this email address, perhaps by somebody else. Codes from earlier mails do not work any more.",
              ]
            : []),
          `Enter this code to verify your email address. It works once, until ${timeOf(content.validUntil)}.`,
        ],
        code: content.code,
        note: "Nobody from our side ever asks you for this code. If you did not sign up, you can ignore this mail.",
      };
    case "welcome":
      return {
        subject: `Welcome to ${brand}`,
        greeting: greetingFor(content.firstName),
        paragraphs: [
          `Karibu! Your email address is verified and ${content.businessName} is ready to start.`,
          "Next, connect your WhatsApp Business account, write a template and send your first campaign.",
        ],
        button: { label: "Sign in", url: `${appUrl}/login?from=%2Fget-started` },
        note: "You get this mail because you opened an account with this address.",
      };
    case "reset":
      if (content.isFirst) return firstPassword(content, brand);
      return {
        subject: `Reset your ${brand} password`,
        greeting: greetingFor(content.firstName),
        paragraphs: [
          `Choose a new password with the link below. It works once, until ${timeOf(content.validUntil)}. You will be signed out everywhere.`,
        ],
        button: { label: "Choose a new password", url: content.url },
        note: "If you did not ask for this, ignore this mail: your password stays as it is.",
      };
    case "already_registered":
      return {
        subject: `You already have a ${brand} account`,
        greeting: greetingFor(content.firstName),
        paragraphs: [
          content.isChange
            ? "Somebody, perhaps you, tried to make this address the email of another account. This address has an account, so nothing was changed."
            : "Somebody, perhaps you, tried to sign up with this email address. You already have an account, so nothing was changed.",
          `Sign in with your password, or choose a new one at ${appUrl}/forgot-password.`,
        ],
        button: { label: "Sign in", url: `${appUrl}/login` },
        note: "If it was not you, there is nothing to do: nobody got into your account.",
      };
    case "email_change":
      return {
        subject: `${content.code} is your ${brand} verification code`,
        greeting: "Hello,",
        paragraphs: [
          `Enter this code on your profile to make this address the email of your account. It works once, until ${timeOf(content.validUntil)}.`,
        ],
        code: content.code,
        note: "Nobody from our side ever asks you for this code. If you did not ask for it, ignore this mail: nothing changes without the code.",
      };
    case "invitation":
      return {
        subject: `${content.inviterName} invites you to ${content.businessName} on ${brand}`,
        greeting: "Hello,",
        paragraphs: [
          `${content.inviterName} invites you to join ${content.businessName} as ${content.role}. The invitation is valid until ${timeOf(content.validUntil)}.`,
        ],
        button: { label: "Accept the invitation", url: content.url },
        note: "If you do not know the sender, ignore this mail.",
      };
    case "notice":
      return {
        subject: content.subject,
        greeting: greetingFor(content.firstName),
        paragraphs: content.lines,
        ...(content.path ? { button: { label: "Look at it", url: `${appUrl}${content.path}` } } : {}),
        note: "You get this mail because you manage an organisation or the platform with this address.",
      };
    case "security_notice":
      return {
        subject: `Security notice for your ${brand} account`,
        greeting: greetingFor(content.firstName),
        paragraphs: [
          content.event,
          `When: ${timeOf(content.at)}. From the address ${content.ipAddress}, with ${content.userAgent ? deviceOf(content.userAgent) : "an unknown program"}.`,
        ],
        ...(content.isFormerAddress
          ? {}
          : { button: { label: "It was not me", url: `${appUrl}/forgot-password` } }),
        note: content.isFormerAddress
          ? "If it was you, there is nothing to do. If not, contact our support at once."
          : "If it was you, there is nothing to do.",
      };
    case "webhook_failing":
      return webhookFailing(content, brand, appUrl);
    case "invoice":
      return invoiceLetter(content, brand, appUrl);
    case "payment_reminder":
      return reminderLetter(content, brand, appUrl);
    case "news":
      return newsLetter(content, brand, appUrl);
  }
}

/** For the managers of an organisation whose system does not take what it is told. */
function webhookFailing(
  content: Extract<MailContent, { kind: "webhook_failing" }>,
  brand: string,
  appUrl: string,
): Letter {
  return {
    subject: content.isOff
      ? `${brand} switched your webhook endpoint off`
      : `Your webhook endpoint does not answer ${brand}`,
    greeting: greetingFor(content.firstName),
    paragraphs: [
      `${content.url} has taken nothing since ${timeOf(content.since)}. Its last answer: ${content.lastAnswer.slice(0, 300)}`,
      content.isOff
        ? "We switched it off. What happens meanwhile is kept for 30 days; switch it on again and replay it when it works."
        : "If it stays so for five days, we switch it off. What happens meanwhile is kept.",
    ],
    button: { label: "See its deliveries", url: `${appUrl}/developers` },
    note: "You get this mail because you manage the organisation.",
  };
}

/** For who verified an address whose sign-up form was filled in by more than one browser. */
function firstPassword(content: { url: string; validUntil: string }, brand: string): Letter {
  return {
    subject: `Choose your ${brand} password`,
    greeting: "Hello,",
    paragraphs: [
      "Your email address is verified. The sign-up form was filled in more than once with it, perhaps by somebody else, so none of those passwords counts.",
      `Choose yours with the link below. It works once, until ${timeOf(content.validUntil)}. Then look at the name and phone number in your profile.`,
    ],
    button: { label: "Choose your password", url: content.url },
    note: "If you did not verify this address just now, ignore this mail: nobody can sign in without this link.",
  };
}

const greetingFor = (firstName: string) => (firstName ? `Hello ${firstName},` : "Hello,");

function asText(letter: Letter, brand: string, appUrl: string): string {
  const blocks = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.code ? [`    ${letter.code}`] : []),
    ...(letter.button ? [`${letter.button.label}:\n${letter.button.url}`] : []),
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
<p style="margin:0 0 16px;${font};font-size:14px;line-height:20px;color:#4d5f5a">If the button does nothing, open <a href="${escapeHtml(letter.button.url)}" style="color:#4d5f5a;word-break:break-all">${escapeHtml(letter.button.url)}</a></p>`
    : "";
  return `<!doctype html>
<html lang="en">
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
