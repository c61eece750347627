import type { CallOutput } from "#app/api/client.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { m } from "#messages";

type Status = CallOutput<"GET /conversations/:conversationId">["messages"][number]["status"];

const signs: Record<Exclude<Status, "received">, { icon: IconName; word: string; colour: string }> = lazy({
  sending: { icon: "clock-3", word: m.chat_message_status_sending, colour: "" },
  sent: { icon: "check", word: m.common_sent, colour: "" },
  delivered: { icon: "check-check", word: m.common_delivered, colour: "" },
  read: { icon: "check-check", word: m.common_read, colour: "text-info" },
  failed: { icon: "triangle-exclamation-point", word: m.common_failed, colour: "text-bad" },
  cancelled: { icon: "ban", word: m.chat_message_status_cancelled, colour: "" },
});

/** The status of one of our messages: WhatsApp's ticks, and a label next to them. */
export function MessageStatus({ status }: { status: Status }) {
  if (status === "received") return null;
  const { icon, word, colour } = signs[status];
  return (
    <span className={`inline-flex items-center gap-1 ${colour}`}>
      <Icon name={icon} size={15} />
      {word}
    </span>
  );
}
