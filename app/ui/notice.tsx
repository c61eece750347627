import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";

/** A notice in the flow of the page: the fact, and what to do. */
export function Notice({
  id,
  tone = "info",
  title,
  children,
}: {
  id?: string;
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div id={id} className={`notice tone-${tone}`}>
      {title && <p className="notice-title">{title}</p>}
      {children && <div className="notice-body">{children}</div>}
    </div>
  );
}
