import type { CallOfAccount } from "./account.ts";
import { ServiceRefused } from "./call.server.ts";

/** Slack's own markup in customers' messages is escaped. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
export const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Slack's hidden metadata of a message: our id of it. */
const markOf = (key: string) => ({ event_type: "tarishi_message", event_payload: { key } });

export interface SlackPlace {
  /** `#name` or an id. */
  channel: string;
  threadTs?: string | undefined;
}
export interface PostedInSlack {
  ts: string;
  channel: string;
}
interface SlackMessage {
  ts: string;
  metadata?: { event_type?: string; event_payload?: { key?: string } };
}

/** Slack returns refusals with 200. @throws ServiceRefused */
async function callSlack(call: CallOfAccount, ...[path, request]: Parameters<CallOfAccount>) {
  const answer = await call(path, request);
  if (answer.ok === true) return answer;
  const code = String(answer.error ?? "refused");
  const isAccess = /^(invalid_auth|token_revoked|token_expired|account_inactive|not_authed)$/.test(code);
  throw new ServiceRefused(isAccess ? 401 : 400, code, `Slack answered ${code}.`);
}

/** Posts to a channel, or to a thread of it; `findInSlack` finds it by the key. @throws ServiceRefused */
export async function postToSlack(
  call: CallOfAccount,
  { channel, text, threadTs, key }: SlackPlace & { text: string; key: string },
): Promise<PostedInSlack> {
  const answer = await callSlack(call, "/chat.postMessage", {
    json: {
      channel,
      text: escaped(text),
      metadata: markOf(key),
      ...(threadTs ? { thread_ts: threadTs } : {}),
    },
  });
  return { ts: String(answer.ts), channel: String(answer.channel ?? channel) };
}

/** What was posted under a key since a moment; null when nothing was, or when we may not read the channel. */
export async function findInSlack(
  call: CallOfAccount,
  { channel, threadTs, key, since }: SlackPlace & { key: string; since: Date },
): Promise<PostedInSlack | null> {
  try {
    const id = await idOfChannel(call, channel);
    if (id === null) return null;
    const query = new URLSearchParams({
      channel: id,
      // Slack's clock may be behind ours.
      oldest: String(since.getTime() / 1000 - 60),
      include_all_metadata: "true",
      limit: "200",
      ...(threadTs ? { ts: threadTs } : {}),
    });
    const answer = await callSlack(call, `/conversations.${threadTs ? "replies" : "history"}?${query}`);
    const posted = (answer.messages as SlackMessage[] | undefined)?.find(
      ({ metadata }) => metadata?.event_payload?.key === key,
    );
    return posted ? { ts: posted.ts, channel: id } : null;
  } catch (error) {
    if (error instanceof ServiceRefused && error.status !== 401) return null;
    throw error;
  }
}

const mostPages = 10;

/** Posting works by name, reading only by id. */
async function idOfChannel(call: CallOfAccount, channel: string): Promise<string | null> {
  if (/^[CG][A-Z0-9]{6,}$/.test(channel)) return channel;
  const name = channel.replace(/^#/, "");
  let cursor = "";
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({ exclude_archived: "true", limit: "1000", cursor });
    const answer = await callSlack(call, `/conversations.list?${query}`);
    const found = (answer.channels as { id: string; name: string }[] | undefined)?.find(
      (one) => one.name === name,
    );
    if (found) return found.id;
    cursor = (answer.response_metadata as { next_cursor?: string } | undefined)?.next_cursor ?? "";
    if (cursor === "") break;
  }
  return null;
}
