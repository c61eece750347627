import { m } from "#messages";
import { spanWords } from "./chatTime.ts";

/** "Active 2 min ago": presence as WhatsApp lets a business know it, by what the customer did. */
export function activeWords(lastActiveAt: string | null, now: string): string {
  if (lastActiveAt === null) return m.chat_active_never();
  const isNow = Date.parse(now) - Date.parse(lastActiveAt) < 60_000;
  return isNow ? m.chat_active_now() : m.chat_active_ago({ time: spanWords(lastActiveAt, now) });
}
