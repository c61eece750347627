import type { ReactNode } from "react";
import { href } from "react-router";
import type {
  RenderedButton,
  RenderedHeader,
  RenderedTemplate,
} from "#app/domain/whatsapp/templates/variables.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

const buttonIcons: Partial<Record<RenderedButton["type"], IconName>> = {
  QUICK_REPLY: "corner-up-left",
  URL: "external-link",
  PHONE_NUMBER: "phone",
  COPY_CODE: "copy",
  OTP: "copy",
};
const headerIcons = {
  IMAGE: "image",
  GIF: "image",
  VIDEO: "video",
  DOCUMENT: "file-text",
  LOCATION: "map-pin",
} as const;
const headerNames = lazy({
  IMAGE: m.common_picture,
  GIF: "GIF",
  VIDEO: m.common_video,
  DOCUMENT: m.common_document,
  LOCATION: m.common_location,
});

/** A message as WhatsApp shows it on a customer's phone. */
export function MessageBubble({ rendered, time }: { rendered: RenderedTemplate; time?: string }) {
  return (
    <div className="max-w-sm">
      <div className="rounded-xl rounded-tl-sm border border-line bg-surface px-3 py-2">
        {rendered.header && <Header header={rendered.header} />}
        <p className="whitespace-pre-wrap wrap-anywhere">
          <WhatsappText text={rendered.body} />
        </p>
        {rendered.footer && <p className="mt-1 text-muted text-sm">{rendered.footer}</p>}
        {time && <p className="mt-0.5 text-right text-muted text-xs">{time}</p>}
      </div>
      <Buttons buttons={rendered.buttons} />
      {rendered.cards && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <ul className="mt-2 flex gap-2 overflow-x-auto pb-2" aria-label={m.common_cards()} tabIndex={0}>
          {rendered.cards.map((card, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: cards have no name, and keep their order.
              key={index}
              className="w-52 flex-none"
            >
              <div className="rounded-xl border border-line bg-surface px-3 py-2">
                {card.header && <Header header={card.header} />}
                <p className="whitespace-pre-wrap text-sm wrap-anywhere">
                  <WhatsappText text={card.body} />
                </p>
              </div>
              <Buttons buttons={card.buttons} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Header({ header: { format, text, mediaId } }: { header: RenderedHeader }) {
  const lite = useRoot()?.lite ?? false;
  if (format === "TEXT") return <p className="mb-1 font-semibold wrap-anywhere">{text}</p>;
  if (format === "IMAGE" && mediaId && !lite)
    return (
      <img
        src={`${href("/chat/media/:mediaId", { mediaId })}?size=small`}
        alt={m.templates_header()}
        loading="lazy"
        className="mb-1 max-h-48 w-full rounded-lg object-cover"
      />
    );
  const icon = headerIcons[format];
  return (
    <p className="mb-1 flex items-center gap-2 rounded-lg bg-sunken p-4 font-semibold text-muted wrap-anywhere">
      <Icon name={icon} size={20} className="flex-none" /> {text || headerNames[format]}
    </p>
  );
}

function Buttons({ buttons }: { buttons: readonly RenderedButton[] }) {
  if (buttons.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1">
      {buttons.map((button, index) => {
        const icon = buttonIcons[button.type];
        const below = button.url ?? button.code ?? (button.phoneNumber && readablePhone(button.phoneNumber));
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: while they are written, two buttons may have the same text.
            key={index}
            className="rounded-xl border border-line bg-surface px-3 py-2 text-center text-info"
          >
            <span className="inline-flex items-center gap-2 font-semibold">
              {icon && <Icon name={icon} size={16} />}
              {button.text || "…"}
            </span>
            {below && <span className="block text-muted text-xs wrap-anywhere">{below}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** The background of a conversation. */
export function PhoneWall({ children }: { children: ReactNode }) {
  return <div className="min-w-0 rounded-card bg-brand-soft p-4">{children}</div>;
}
