import { CornerUpLeft, ExternalLink, ImageIcon, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { RenderedTemplate } from "#app/domain/whatsapp/templates/variables.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { WhatsappText } from "#app/ui/whatsappText.tsx";

const buttonIcons: Partial<Record<RenderedTemplate["buttons"][number]["type"], typeof Phone>> = {
  QUICK_REPLY: CornerUpLeft,
  URL: ExternalLink,
  PHONE_NUMBER: Phone,
};

/** A message as WhatsApp draws it on a customer's phone. */
export function MessageBubble({ rendered, time }: { rendered: RenderedTemplate; time?: string }) {
  return (
    <div className="max-w-sm">
      <div className="rounded-xl rounded-tl-sm border border-line bg-surface px-3 py-2 shadow-card">
        {rendered.header && (
          <p className="mb-1 font-semibold wrap-anywhere">
            {rendered.header.format === "TEXT" ? (
              rendered.header.text
            ) : (
              <span className="flex items-center gap-2 rounded-lg bg-sunken p-4 text-muted">
                <ImageIcon size={20} aria-hidden="true" /> {rendered.header.format.toLowerCase()}
              </span>
            )}
          </p>
        )}
        <p className="whitespace-pre-wrap wrap-anywhere">
          <WhatsappText text={rendered.body} />
        </p>
        {rendered.footer && <p className="mt-1 text-muted text-sm">{rendered.footer}</p>}
        {time && <p className="mt-0.5 text-right text-muted text-xs">{time}</p>}
      </div>
      {rendered.buttons.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {rendered.buttons.map((button, index) => {
            const Icon = buttonIcons[button.type];
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: while they are written, two buttons may have the same text.
                key={index}
                className="rounded-xl border border-line bg-surface px-3 py-2 text-center text-info shadow-card"
              >
                <span className="inline-flex items-center gap-2 font-semibold">
                  {Icon && <Icon size={16} aria-hidden="true" />}
                  {button.text || "…"}
                </span>
                {(button.url ?? button.phoneNumber) && (
                  <span className="block text-muted text-xs wrap-anywhere">
                    {button.url ?? readablePhone(button.phoneNumber ?? "")}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The wall behind a conversation. */
export function PhoneWall({ children }: { children: ReactNode }) {
  return <div className="rounded-card bg-brand-soft p-4">{children}</div>;
}
