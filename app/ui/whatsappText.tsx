import type { ReactNode } from "react";

/** Of each mark: not next to a letter or digit outside, not next to a space inside. */
const marks =
  /(?<![\p{L}\p{N}])(?:\*(?=\S)[^*\n]*[^\s*]\*|_(?=\S)[^_\n]*[^\s_]_|~(?=\S)[^~\n]*[^\s~]~)(?![\p{L}\p{N}])/gu;

/**
 * The text of a message with WhatsApp's own formatting: *bold*, _italic_, ~struck~, also nested. A mark is at
 * the edge of a word, so `order_no` and `{{first_name}}` stay unchanged.
 */
export function WhatsappText({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: part, index } of text.matchAll(marks)) {
    const Tag = part.startsWith("*") ? "strong" : part.startsWith("_") ? "em" : "s";
    parts.push(
      text.slice(end, index),
      <Tag key={index}>
        <WhatsappText text={part.slice(1, -1)} />
      </Tag>,
    );
    end = index + part.length;
  }
  return [...parts, text.slice(end)];
}
