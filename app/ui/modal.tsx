import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useActionData, useLocation, useNavigate } from "react-router";
import { m } from "#messages";
import { Icon } from "./icon.tsx";

/**
 * A window over the page, which is a route of its own with `handle = { covers: true }`, so that everything
 * behind is `inert`: closing it goes back to `closeTo`. Takes the focus; with script, Escape closes it, and
 * typed text is not discarded without asking.
 */
export function Modal({
  title,
  closeTo,
  size = "md",
  children,
}: {
  title: string;
  closeTo: string;
  size?: "sm" | "md" | "lg" | "xl";
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef(false);
  const sent = useRef(false);
  const navigate = useNavigate();
  const { key } = useLocation();
  const answer = useActionData<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a form led to, what was typed has arrived
  useEffect(() => {
    if (sent.current && answer === undefined) typed.current = false;
    sent.current = false;
  }, [key]);
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && mayClose(typed.current))
        void navigate(closeTo, { preventScrollReset: true });
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [closeTo, navigate]);
  const keepTyped = (event: MouseEvent) => {
    if (!mayClose(typed.current)) event.preventDefault();
  };
  const widths = { sm: "max-w-md", md: "max-w-2xl", lg: "max-w-4xl", xl: "max-w-6xl" };
  return (
    <div className="fixed inset-0 z-40 grid bg-night/60 sm:p-6">
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby="modal-title"
        tabIndex={-1}
        onInput={() => {
          typed.current = true;
        }}
        onSubmit={() => {
          sent.current = true;
        }}
        className={`flex min-h-0 w-full flex-col justify-self-center overflow-hidden bg-surface shadow-float outline-none sm:max-h-full sm:self-start sm:rounded-card ${widths[size]}`}
      >
        <header className="flex items-center justify-between gap-3 border-line border-b px-5 py-3">
          <h2 id="modal-title" className="max-h-[30dvh] min-w-0 overflow-y-auto text-title wrap-anywhere">
            {title}
          </h2>
          <Link
            to={closeTo}
            preventScrollReset
            onClick={keepTyped}
            className="icon-button"
            aria-label={m.ui_close()}
          >
            <Icon name="x" size={20} />
          </Link>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
      </div>
    </div>
  );
}

const mayClose = (typed: boolean) => !typed || window.confirm(m.ui_close_window_question());
