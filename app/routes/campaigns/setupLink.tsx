import { Fragment } from "react";
import { href, Link } from "react-router";
import { m } from "#messages";

const page = () => m.common_whatsapp_setup();

/** The same text for WhatsApp Setup itself: without the sentences that link there. */
export const withoutSetupSentences = (text: string): string =>
  text
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !sentence.includes(page()))
    .join(" ");

/** A sentence of the platform's in which the name of WhatsApp Setup is a link. */
export function WithSetupLink({ text }: { text: string }) {
  return text.split(page()).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other order
    <Fragment key={index}>
      {index > 0 && (
        <Link className="link" to={href("/whatsapp")}>
          {page()}
        </Link>
      )}
      {part}
    </Fragment>
  ));
}
