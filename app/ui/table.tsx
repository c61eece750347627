import type { ReactNode } from "react";
import { listId } from "./pagination.tsx";

/**
 * A table that scrolls sideways in its own box on a phone, by finger and by keyboard. `stacked`: a row
 * becomes a small sheet there, each cell labelled by its `data-label`. Cells with class `number` align right.
 */
export function Table({
  caption,
  stacked,
  paged,
  children,
}: {
  caption: string;
  stacked?: boolean | undefined;
  /** One of several pages: links to the others jump to the table itself. */
  paged?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark for every table
    <div
      className="table-scroll"
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      id={paged ? listId : undefined}
    >
      <table className={stacked ? "table table-stacked" : "table"}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}
