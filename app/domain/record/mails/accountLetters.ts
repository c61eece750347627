import { deviceOf } from "#app/platform/http/device.ts";
import { m } from "#messages";
import type { MailOf } from "./content.ts";
import { greetingFor, type Letter, timeOf } from "./letter.ts";

/** Notices to the owner of an address about their account. */
export function accountLetter(
  content: MailOf<"code" | "email_change" | "reset" | "already_registered" | "security_notice">,
  brand: string,
  appUrl: string,
): Letter {
  switch (content.kind) {
    case "code":
    case "email_change":
      return codeLetter(content, brand);
    case "reset":
      return content.isFirst || content.isGiven ? firstPassword(content, brand) : resetLetter(content, brand);
    case "already_registered":
      return {
        subject: m.mails_known_subject({ brand }),
        greeting: greetingFor(content.firstName),
        paragraphs: [
          content.isChange ? m.mails_known_change() : m.mails_known_sign_up(),
          m.mails_known_way({ url: `${appUrl}/forgot-password` }),
        ],
        button: { label: m.mails_sign_in(), url: `${appUrl}/login` },
        note: m.mails_known_note(),
      };
    case "security_notice":
      return securityLetter(content, brand, appUrl);
  }
}

function codeLetter(content: MailOf<"code" | "email_change">, brand: string): Letter {
  const time = timeOf(content.validUntil);
  const isChange = content.kind === "email_change";
  return {
    subject: m.mails_code_subject({ code: content.code, brand }),
    greeting: m.mails_hello(),
    paragraphs: [
      ...(content.kind === "code" && content.repeated ? [m.mails_code_repeated()] : []),
      isChange ? m.mails_change_enter({ time }) : m.mails_code_enter({ time }),
    ],
    code: content.code,
    note: isChange ? m.mails_change_note() : m.mails_code_note(),
  };
}

const resetLetter = (content: MailOf<"reset">, brand: string): Letter => ({
  subject: m.mails_reset_subject({ brand }),
  greeting: greetingFor(content.firstName),
  paragraphs: [m.mails_reset_choose({ time: timeOf(content.validUntil) })],
  button: { label: m.mails_reset_button(), url: content.url },
  note: m.mails_reset_note(),
});

/** For a user whose sign-up form was filled in by more than one browser, or who was given an account. */
const firstPassword = (content: MailOf<"reset">, brand: string): Letter => ({
  subject: m.mails_choose_password({ brand }),
  greeting: greetingFor(content.firstName),
  paragraphs: [
    content.isGiven ? m.mails_first_created() : m.mails_first_verified(),
    m.mails_first_choose({ time: timeOf(content.validUntil) }),
  ],
  button: { label: m.mails_first_button(), url: content.url },
  note: content.isGiven ? m.mails_first_created_note() : m.mails_first_note(),
});

function securityLetter(content: MailOf<"security_notice">, brand: string, appUrl: string): Letter {
  const device = content.userAgent ? deviceOf(content.userAgent) : m.mails_unknown_program();
  return {
    subject: m.mails_security_subject({ brand }),
    greeting: greetingFor(content.firstName),
    paragraphs: [
      content.event,
      m.mails_security_when({ time: timeOf(content.at), address: content.ipAddress, device }),
    ],
    ...(content.isFormerAddress
      ? {}
      : { button: { label: m.mails_not_me(), url: `${appUrl}/forgot-password` } }),
    note: content.isFormerAddress ? m.mails_security_note_former() : m.mails_security_note(),
  };
}
