import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type { MailOf } from "./content.ts";
import { greetingFor, type Letter } from "./letter.ts";

/** Notifications by email: one, or those of a day. */
export function newsLetter(content: MailOf<"news">, brand: string, appUrl: string): Letter {
  const { items, more, isDigest, businessName } = content;
  const [first] = items;
  const total = items.length + more;
  return {
    subject: isDigest
      ? counted((inputs) => m.mails_news_digest_subject({ ...inputs, businessName, brand }), total)
      : m.mails_news_subject({ title: first?.title ?? m.mails_news_title(), businessName, brand }),
    greeting: greetingFor(content.firstName),
    paragraphs: [
      ...(isDigest ? [m.mails_news_unread({ businessName })] : []),
      ...items.map(({ title, body }) => (body ? m.mails_news_item({ title, body }) : title)),
      ...(more > 0 ? [m.mails_news_more({ shown: formatCount(more) })] : []),
    ],
    button: {
      label: isDigest ? m.mails_view_notifications() : m.mails_view_details(),
      url: `${appUrl}${(!isDigest && first?.path) || "/notifications"}`,
    },
    note: m.mails_news_note({ url: `${appUrl}/settings/notifications` }),
  };
}
