import type { CallOutput } from "#app/api/client.server.ts";
import { done, failed } from "#app/web/action.server.ts";
import { m } from "#messages";

type Sent = CallOutput<"POST /payment-requests">["sent"];

const unsent = {
  no_conversation: m.requests_done_no_conversation,
  window_closed: m.requests_done_window_closed,
  refused: m.requests_done_not_sent,
} as const;

/** Back to where the member asked from, with what the customer got. */
export function askDone(to: string, sent: Sent) {
  if (sent === null) return done(to, m.requests_done_prompt());
  return sent === "text" || sent === "template"
    ? done(to, m.requests_done_account())
    : failed(to, unsent[sent]());
}
