import type { BookKind, PenaltyKind } from "#app/db/schema/sales/books.ts";
import type { DueState } from "#app/domain/sales/dues/states.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { DueState };

export const bookKindWords: Readonly<Record<BookKind, string>> = lazy({
  school: m.books_kind_school,
  contributions: m.books_kind_contributions,
  rent: m.books_kind_rent,
  loan: m.books_kind_loan,
});

export const penaltyKindWords: Readonly<Record<PenaltyKind, string>> = lazy({
  none: m.books_penalty_none,
  fixed: m.books_penalty_fixed,
  percent: m.books_penalty_percent,
});

export const dueStateWords: Readonly<Record<DueState, string>> = lazy({
  open: m.books_state_open,
  part_paid: m.books_state_part_paid,
  paid: m.common_paid,
  overdue: m.common_overdue,
  cancelled: m.books_state_cancelled,
});
