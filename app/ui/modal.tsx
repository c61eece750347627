import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";

/**
 * A window over the page, which is a route of its own: closing it is going back to `closeTo`. The page underneath should be
 * `inert`. Takes the focus; Escape closes it where script runs.
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
  const navigate = useNavigate();
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented)
        void navigate(closeTo, { preventScrollReset: true });
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [closeTo, navigate]);
  const widths = { sm: "max-w-md", md: "max-w-2xl", lg: "max-w-4xl", xl: "max-w-6xl" };
  return (
    <div className="fixed inset-0 z-40 overflow-y-auto overscroll-contain bg-night/60 sm:p-6">
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby="modal-title"
        tabIndex={-1}
        className={`mx-auto min-h-full w-full bg-surface shadow-float outline-none sm:min-h-0 sm:rounded-card ${widths[size]}`}
      >
        <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-line border-b bg-surface px-5 py-3 sm:rounded-t-card">
          <h2 id="modal-title" className="text-title">
            {title}
          </h2>
          <Link to={closeTo} preventScrollReset className="icon-button" aria-label="Close">
            <X size={20} aria-hidden="true" />
          </Link>
        </header>
        <div className="p-5">{children}</div>
      </div>
    </div>
  );
}
