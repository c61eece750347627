import { href, useRouteLoaderData } from "react-router";
import { useLiveUpdates } from "#app/web/live.ts";
import { m } from "#messages";
import type { loader as chatLoader } from "./list.tsx";

/** No conversation is open: the right half of a wide window. */
export default function ChatIndex() {
  const chat = useRouteLoaderData<typeof chatLoader>("routes/chat/list");
  useLiveUpdates(href("/chat/events"), chat?.list.change ?? "");
  return (
    <div className="grid h-full place-content-center p-6 text-center text-muted">
      <p>{m.chat_none_select_conversation_text()}</p>
    </div>
  );
}
