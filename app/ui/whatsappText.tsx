import type { ReactNode } from "react";

const marks = /([*_~])(?=\S)[^*_~\n]*[^\s*_~]\1/g;
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/**
 * The text of a message with WhatsApp's own formatting: *bold*, _italic_, ~struck~. A mark stands at the edge of a word,
 * so `order_no` and `{{first_name}}` stay as they are.
 */
export function WhatsappText({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: part, index } of text.matchAll(marks)) {
    const after = index + part.length;
    if (isWord(text[index - 1]) || isWord(text[after])) continue;
    const Tag = part.startsWith("*") ? "strong" : part.startsWith("_") ? "em" : "s";
    parts.push(text.slice(end, index), <Tag key={index}>{part.slice(1, -1)}</Tag>);
    end = after;
  }
  return [...parts, text.slice(end)];
}
