import type { CallOutput } from "#app/api/client.server.ts";
import { MessageBubble, PhoneWall } from "#app/routes/templates/messageBubble.tsx";

type Message = CallOutput<"POST /campaigns/:campaignId/preview">["message"];

/** A message as the customer's phone shows it. */
export function MessagePreview({ message, caption }: { message: Message; caption: string }) {
  return (
    <figure>
      <figcaption className="label mb-1.5">{caption}</figcaption>
      <PhoneWall>
        <MessageBubble rendered={message} />
      </PhoneWall>
    </figure>
  );
}
