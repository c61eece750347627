import type { CallOutput } from "#app/api/client.server.ts";
import { MessageBubble, PhoneWall } from "#app/routes/templates/messageBubble.tsx";
import { m } from "#messages";

type Preview = CallOutput<"POST /campaigns/:campaignId/preview">;

/** A message as the phone of its first recipient shows it, whom the caption names unless `isAnonymous`. */
export function MessagePreview({
  preview: { message, contact },
  isAnonymous,
}: {
  preview: Preview;
  isAnonymous?: boolean;
}) {
  return (
    <figure>
      <figcaption className="label mb-1.5">
        {contact && !isAnonymous ? m.campaigns_preview_caption({ contact }) : m.common_preview()}
      </figcaption>
      <PhoneWall>
        <MessageBubble rendered={message} />
      </PhoneWall>
    </figure>
  );
}
