import { ExternalLink, Phone, Reply } from "lucide-react";
import type { CallOutput } from "#app/api/client.server.ts";

type Message = CallOutput<"POST /campaigns/:campaignId/preview">["message"];

const icons = { URL: ExternalLink, PHONE_NUMBER: Phone } as const;

/** A message as the customer's phone shows it. */
export function MessageBubble({ message, caption }: { message: Message; caption: string }) {
  return (
    <figure>
      <figcaption className="label mb-1.5">{caption}</figcaption>
      <div className="rounded-card bg-sunken p-4">
        <div className="max-w-sm overflow-hidden rounded-2xl rounded-tl-sm bg-surface shadow-card">
          <div className="grid gap-1 px-3.5 py-2.5">
            {message.header?.text && <p className="font-semibold">{message.header.text}</p>}
            <p className="whitespace-pre-wrap break-words">{message.body}</p>
            {message.footer && <p className="hint">{message.footer}</p>}
          </div>
          {message.buttons.map((button) => {
            const Icon = icons[button.type as keyof typeof icons] ?? Reply;
            return (
              <p
                key={button.text}
                className="flex items-center justify-center gap-2 border-line border-t px-3 py-2 font-semibold text-brand text-sm"
              >
                <Icon size={16} aria-hidden="true" />
                {button.text}
              </p>
            );
          })}
        </div>
      </div>
    </figure>
  );
}
