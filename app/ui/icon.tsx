import sprite from "./icons.svg";

/** The Lucide icons that `scripts/icons.mjs` writes into `icons.svg`. */
export type IconName =
  | "activity"
  | "arrow-down"
  | "arrow-left"
  | "arrow-right"
  | "arrow-up"
  | "ban"
  | "bell"
  | "blocks"
  | "book-user"
  | "bot"
  | "chart-no-axes-column"
  | "check"
  | "check-check"
  | "chevron-down"
  | "circle-check"
  | "circle-dashed"
  | "circle-x"
  | "clock-3"
  | "code"
  | "copy"
  | "corner-up-left"
  | "download"
  | "ellipsis"
  | "external-link"
  | "eye"
  | "file-plus-corner"
  | "file-text"
  | "graduation-cap"
  | "hand-coins"
  | "image"
  | "info"
  | "layout-dashboard"
  | "list-filter"
  | "map-pin"
  | "megaphone"
  | "menu"
  | "message-circle"
  | "messages-square"
  | "mic"
  | "monitor"
  | "panel-left-close"
  | "panel-left-open"
  | "panel-right"
  | "paperclip"
  | "pause"
  | "phone"
  | "play"
  | "plug-zap"
  | "plus"
  | "refresh-cw"
  | "search"
  | "send"
  | "send-horizontal"
  | "settings"
  | "smartphone"
  | "tablet"
  | "tag"
  | "target"
  | "trash"
  | "triangle-exclamation-point"
  | "user-round"
  | "user-round-plus"
  | "video"
  | "wallet"
  | "workflow"
  | "x"
  | "zap";

/**
 * A decorative icon in the colour of the text around it: its meaning is in the text next to it, or in its
 * control's name.
 */
export const Icon = ({
  name,
  size = 18,
  className = "",
}: {
  name: IconName;
  /** In pixels. */
  size?: number | undefined;
  className?: string;
}) => (
  <svg
    className={className === "" ? "icon" : `icon ${className}`}
    width={size}
    height={size}
    aria-hidden="true"
  >
    <use href={`${sprite}#${name}`} />
  </svg>
);
