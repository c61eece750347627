import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A menu that opens from its button, without script too. Script adds what is expected of it: it closes on a click
 * outside, on Escape, and when one of its links has led somewhere.
 */
export function Menu({
  label,
  button,
  className,
  children,
}: {
  label: string;
  button: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    <details className={`menu ${className ?? ""}`} ref={menu}>
      <summary aria-label={label}>{button}</summary>
      <div className="menu-sheet">{children}</div>
    </details>
  );
}
