import type { ReactNode } from "react";
import { formatCount } from "#app/shared/counts.ts";
import { ButtonLink } from "./button.tsx";

/** Where the pages of a list begin. One to a screen. */
export const listId = "list";

/**
 * A table that scrolls sideways in its own box on a phone, by finger and by keyboard.
 * `stacked`: a row becomes a small sheet there, each cell named by its `data-label`. Cells with class `number` align right.
 */
export function Table({
  caption,
  stacked,
  paged,
  children,
}: {
  caption: string;
  stacked?: boolean;
  /** One of several pages: the links to the others lead to the table itself, past what stands above it. */
  paged?: boolean;
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

/** Links to the neighbouring pages of a list; `page` counts from 1. Nothing for a single page. */
export function Pagination({
  page,
  pages,
  hrefOf,
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}) {
  if (pages <= 1) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 ? (
        <ButtonLink variant="secondary" to={`${hrefOf(page - 1)}#${listId}`} rel="prev">
          Previous
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="hint">
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      {page < pages ? (
        <ButtonLink variant="secondary" to={`${hrefOf(page + 1)}#${listId}`} rel="next">
          Next
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
