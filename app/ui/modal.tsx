import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useActionData, useLocation, useNavigate } from "react-router";
import { m } from "#messages";
import { Icon } from "./icon.tsx";

const firstField =
  "form:has(.form-foot) :is(input:not([type=hidden], [type=radio]:not(:checked)), select, textarea)";

/**
 * A window over the page, which is a route of its own with `handle = { covers: true }`, so that everything
 * behind is `inert`: closing it goes back to `closeTo`. Its form's first field takes the focus, otherwise the
 * window; with script, Escape closes it, and typed text is not discarded without asking.
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
    const { current } = box;
    if (!current?.contains(document.activeElement))
      (current?.querySelector<HTMLElement>(firstField) ?? current)?.focus();
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
    <div className="modal">
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
        className={widths[size]}
      >
        <header>
          <h2 id="modal-title">{title}</h2>
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
        <div className="modal-body">{children}</div>
      </div>
    </div>
  );
}

const mayClose = (typed: boolean) => !typed || window.confirm(m.ui_close_window_question());
