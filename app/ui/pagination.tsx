import type { ReactNode } from "react";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { useQueryWith } from "#app/web/address.ts";
import { m } from "#messages";
import { ButtonLink } from "./button.tsx";

/** The anchor of a list's pages. One per screen. */
export const listId = "list";

/** A list is paged by numbers, or by a cursor: from newer to older rows. */
type Place =
  | { page: number; pages: number }
  | { cursor: string | undefined; nextCursor: string | null | undefined };

/** Links to the neighbouring pages of a list; the rest of the address stays. Nothing for a single page. */
export function Pagination({ path = "", ...place }: Place & { path?: string }) {
  const queryWith = useQueryWith();
  const to = (changes: Record<string, string | null>) => `${path}${queryWith(changes)}#${listId}`;
  if ("page" in place) {
    const { page, pages } = place;
    if (pages <= 1) return null;
    return (
      <Neighbours
        back={page > 1 && { to: to({ page: String(page - 1) }), word: m.common_previous() }}
        on={page < pages && { to: to({ page: String(page + 1) }), word: m.common_next() }}
      >
        {m.ui_page_of({ page: formatCount(page), pages: formatCount(pages) })}
      </Neighbours>
    );
  }
  const { cursor, nextCursor } = place;
  if (!cursor && !nextCursor) return null;
  return (
    <Neighbours
      back={cursor ? { to: to({}), word: m.ui_newest() } : false}
      on={nextCursor ? { to: to({ cursor: nextCursor }), word: m.ui_older() } : false}
    />
  );
}

type Neighbour = { to: string; word: string } | false;

function Neighbours({ back, on, children }: { back: Neighbour; on: Neighbour; children?: ReactNode }) {
  return (
    <nav className="pages" aria-label={m.ui_pages()}>
      {back ? (
        <ButtonLink variant="secondary" to={back.to} rel="prev">
          {back.word}
        </ButtonLink>
      ) : (
        <span />
      )}
      {children && <span className="hint">{children}</span>}
      {on ? (
        <ButtonLink variant="secondary" to={on.to} rel="next">
          {on.word}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
