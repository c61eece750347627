import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useKeyDown } from "#app/web/keys.ts";

/**
 * A menu that opens from its button, one at a time, also without script. With script it also closes on a
 * click outside, on Escape, when the focus leaves, and when one of its links navigated or downloaded a file.
 */
export function Menu({
  id,
  label,
  button,
  className,
  children,
}: {
  id?: string;
  /** The name of a button without text. */
  label?: string;
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
    const onLeave = (event: MouseEvent | FocusEvent) => {
      if (!menu.current?.open || !(event.target instanceof Element)) return;
      const isFile = event.type === "click" && event.target.closest("a[download]");
      if (isFile || !menu.current.contains(event.target)) menu.current.open = false;
    };
    document.addEventListener("click", onLeave);
    document.addEventListener("focusin", onLeave);
    return () => {
      document.removeEventListener("click", onLeave);
      document.removeEventListener("focusin", onLeave);
    };
  }, []);
  useKeyDown(({ key }) => {
    if (key !== "Escape" || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  });
  return (
    <details id={id} name="menus" className={`menu ${className ?? ""}`} ref={menu}>
      <summary aria-label={label}>{button}</summary>
      <div className="menu-sheet">{children}</div>
    </details>
  );
}
