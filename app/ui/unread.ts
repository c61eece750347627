import { useEffect, useState } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { askAgain, whileSeen } from "./whileSeen.ts";

export type Unread = CallOutput<"GET /notifications/unread">;

const askEveryMs = 30_000;

/** A count as a badge shows it. */
export const countText = (count: number): string => (count > 99 ? "99+" : String(count));

/**
 * The counts that the page was drawn with, and while `following`, asked for anew every 30 seconds. A page that nobody looks
 * at does not ask, and asks at once when it is seen again; when the session has ended, it asks no more.
 */
export function useUnread(drawn: Unread, following: boolean): Unread {
  const [told, setTold] = useState<{ since: Unread; counts: Unread } | null>(null);
  useEffect(() => {
    if (!following) return;
    const gone = new AbortController();
    let askedAt = Date.now();
    const ask = async () => {
      askedAt = Date.now();
      const answer = await fetch("/notifications/unread", {
        redirect: "manual",
        signal: gone.signal,
      }).catch(() => undefined);
      // A redirect leads to the sign-in.
      if (answer?.type === "opaqueredirect") return gone.abort();
      const counts: Unread | undefined = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      if (counts && !gone.signal.aborted) setTold({ since: drawn, counts });
    };
    const waitMs = () => (gone.signal.aborted ? null : Math.max(0, askedAt + askEveryMs - Date.now()));
    const leave = whileSeen(() => askAgain(ask, waitMs));
    return () => {
      leave();
      gone.abort();
    };
  }, [drawn, following]);
  return told?.since === drawn ? told.counts : drawn;
}
