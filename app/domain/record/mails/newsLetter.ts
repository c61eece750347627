import { countOf } from "#app/platform/counts.ts";
import type { MailOf } from "./content.ts";
import type { Letter } from "./render.ts";

/** What the bell tells, to those who want it by mail: one piece of news, or those of a day. */
export function newsLetter(content: MailOf<"news">, brand: string, appUrl: string): Letter {
  const { items, more, isDigest, businessName } = content;
  const [first] = items;
  const total = items.length + more;
  return {
    subject: isDigest
      ? `${countOf(total, "piece of news", "pieces of news")} at ${businessName} on ${brand}`
      : `${first?.title ?? "News"}: ${businessName} on ${brand}`,
    greeting: content.firstName ? `Hello ${content.firstName},` : "Hello,",
    paragraphs: [
      ...(isDigest ? [`What is new at ${businessName} and unread:`] : []),
      ...items.map(({ title, body }) => (body ? `${title}: ${body}` : title)),
      ...(more > 0 ? [`And ${countOf(more, "more", "more")}.`] : []),
    ],
    button: {
      label: isDigest ? "See your notifications" : "Look at it",
      url: `${appUrl}${(!isDigest && first?.path) || "/notifications"}`,
    },
    note: `You chose to get this by mail. Change it at ${appUrl}/settings/notifications`,
  };
}
