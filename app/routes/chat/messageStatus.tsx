import { Ban, Check, CheckCheck, Clock3, type LucideIcon, TriangleAlert } from "lucide-react";
import type { CallOutput } from "#app/api/client.server.ts";

type Status = CallOutput<"GET /conversations/:conversationId">["messages"][number]["status"];

const signs: Record<Exclude<Status, "received">, { icon: LucideIcon; word: string; colour: string }> = {
  sending: { icon: Clock3, word: "Sending", colour: "" },
  sent: { icon: Check, word: "Sent", colour: "" },
  delivered: { icon: CheckCheck, word: "Delivered", colour: "" },
  read: { icon: CheckCheck, word: "Read", colour: "text-info" },
  failed: { icon: TriangleAlert, word: "Failed", colour: "text-bad" },
  cancelled: { icon: Ban, word: "Cancelled", colour: "" },
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
