import { Ban, Check, CheckCheck, Clock3, type LucideIcon, TriangleAlert } from "lucide-react";
import type { CallOutput } from "#app/api/client.server.ts";
import { m } from "#messages";

type Status = CallOutput<"GET /conversations/:conversationId">["messages"][number]["status"];

const signs: Record<Exclude<Status, "received">, { icon: LucideIcon; word: string; colour: string }> = {
  sending: {
    icon: Clock3,
    get word() {
      return m.common_sending();
    },
    colour: "",
  },
  sent: {
    icon: Check,
    get word() {
      return m.common_sent();
    },
    colour: "",
  },
  delivered: {
    icon: CheckCheck,
    get word() {
      return m.common_delivered();
    },
    colour: "",
  },
  read: {
    icon: CheckCheck,
    get word() {
      return m.common_read();
    },
    colour: "text-info",
  },
  failed: {
    icon: TriangleAlert,
    get word() {
      return m.common_failed();
    },
    colour: "text-bad",
  },
  cancelled: {
    icon: Ban,
    get word() {
      return m.chat_cancelled();
    },
    colour: "",
  },
};

/** How far one of our messages got: the ticks of WhatsApp, and the word beside them. */
export function MessageStatus({ status }: { status: Status }) {
  if (status === "received") return null;
  const { icon: Icon, word, colour } = signs[status];
  return (
    <span className={`inline-flex items-center gap-1 ${colour}`}>
      <Icon size={15} aria-hidden="true" />
      {word}
    </span>
  );
}
