import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

type PresenceState = "online" | "typing" | "offline";

const words: Record<PresenceState, string> = lazy({
  online: m.chat_presence_online,
  typing: m.chat_presence_typing,
  offline: m.chat_presence_offline,
});

/** Presence as text, with a dot before it. */
export function Presence({ status }: { status: PresenceState }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      <PresenceDot status={status} />
      {words[status]}
    </span>
  );
}

function PresenceDot({ status }: { status: PresenceState }) {
  const colour = status === "offline" ? "border-2 border-edge" : "bg-good";
  return <span aria-hidden="true" className={`size-2.5 flex-none rounded-full ${colour}`} />;
}

/**
 * Initials in a circle, with the presence at its edge. The name is next to it; a screen reader reads the
 * presence only.
 */
export function ContactAvatar({ name, status }: { name: string; status?: PresenceState }) {
  return (
    <span className="relative flex-none self-start">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-full bg-brand-soft font-semibold text-[min(1rem,5vw)] text-brand-strong group-hover:bg-surface group-aria-[current]:bg-surface"
      >
        {initialsOf(name)}
      </span>
      {status && status !== "offline" && (
        <span
          aria-hidden="true"
          className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-good"
        />
      )}
      {status && <span className="sr-only">{words[status]}</span>}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return first ? `${[...first][0]}${last ? [...last][0] : ""}`.toLocaleUpperCase("en") : "#";
}
