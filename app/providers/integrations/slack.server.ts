import type { CallOfAccount } from "./account.ts";
import { ServiceRefused } from "./call.server.ts";

/** Slack's own marks do nothing in what customers write. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
export const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Posts to a channel, or to a thread of it. Answers the message's `ts`. @throws ServiceRefused */
export async function postToSlack(
  call: CallOfAccount,
  { channel, text, threadTs }: { channel: string; text: string; threadTs?: string | undefined },
): Promise<{ ts: string; channel: string }> {
  const answer = await call("/chat.postMessage", {
    json: { channel, text: escaped(text), ...(threadTs ? { thread_ts: threadTs } : {}) },
  });
  // Slack answers refusals with 200.
  if (answer.ok !== true) {
    const code = String(answer.error ?? "refused");
    const isAccess = /^(invalid_auth|token_revoked|token_expired|account_inactive|not_authed)$/.test(code);
    throw new ServiceRefused(isAccess ? 401 : 400, code, `Slack answered ${code}.`);
  }
  return { ts: String(answer.ts), channel: String(answer.channel ?? channel) };
}
