import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { m } from "#messages";

/** The parts that every email is made of, before they become text and HTML. */
export interface Letter {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Set large, to be read and typed. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print: what to do when the email was not expected. */
  note: string;
}

/** Times are in Kenya's format. */
const nairobiTime = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Africa/Nairobi",
    }),
);
export const timeOf = (iso: string) => m.mails_nairobi_time({ time: nairobiTime().format(new Date(iso)) });

export const greetingFor = (firstName: string) =>
  firstName ? m.mails_hello_name({ name: firstName }) : m.mails_hello();
