import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { Cell } from "#app/platform/files/csv.server.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { addDays } from "./days.ts";
import { readBook } from "./queries.server.ts";
import { reconcile } from "./reconcile.server.ts";

const pageSize = 100;
const filePageSize = 1000;
/** More columns would not fit a sheet of paper. */
const mostColumns = 24;

export interface SheetInput {
  bookId: string;
  from: string;
  until: string;
  page: number;
}

/** What members owe for one label and day; null: all penalties of the period. */
export type SheetColumn = { label: string; dueOn: string } | null;

export interface SheetRow {
  id: string;
  name: string;
  number: string;
  /** By column; null: the member has no such due. */
  cells: ({ dueCents: number; paidCents: number } | null)[];
  dueCents: number;
  paidCents: number;
}

const spanOf = (ctx: OrgContext, { from, until }: Pick<SheetInput, "from" | "until">) => {
  const year = dayOf(ctx.clock.now()).slice(0, 4);
  const [first, last] = [from || `${year}-01-01`, until || `${year}-12-31`];
  return first <= last ? { from: first, until: last } : { from: last, until: first };
};

const startOf = (day: string) => new Date(`${day}T00:00:00+03:00`);

/**
 * A book's dues of a period by member, and where the till's payments of the same period went.
 * @throws DomainError `book.not_found`
 */
export const getSheet = ({ ctx, input }: Call<SheetInput>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await readBook(tx, ctx, input.bookId);
    const period = spanOf(ctx, input);
    const { columns, hidden } = await columnsOf(tx, ctx, input.bookId, period);
    const sheet = { bookId: input.bookId, ...period, columns };
    const { rows, count } = await rowsOf(tx, ctx, sheet, {
      offset: (input.page - 1) * pageSize,
      limit: pageSize,
    });
    const span = { from: startOf(period.from), until: startOf(addDays(period.until, 1)) };
    return {
      ...{ book, period, columns, hidden, rows, pages: Math.max(1, Math.ceil(count / pageSize)) },
      totals: await totalsOf(tx, ctx, sheet),
      reconciliation: await reconcile(tx, ctx, { ...span, bookId: book.id, tillId: book.tillId }),
    };
  });

interface Sheet {
  bookId: string;
  from: string;
  until: string;
  columns: SheetColumn[];
}

async function columnsOf(
  tx: Tx,
  { orgId }: OrgContext,
  bookId: string,
  { from, until }: { from: string; until: string },
): Promise<{ columns: SheetColumn[]; hidden: number }> {
  const { rows } = await clientOf(tx).query<{ kind: string; label: string; dueOn: string }>({
    name: "sheet-columns",
    text: `select distinct kind, case kind when 'due' then label else '' end as label,
        case kind when 'due' then due_on::text else '' end as "dueOn"
      from dues where org_id = $1 and book_id = $2 and due_on between $3::date and $4::date
      order by 1, 3, 2 limit 200`,
    values: [orgId, bookId, from, until],
  });
  const all = rows.filter(({ kind }) => kind === "due").map(({ label, dueOn }) => ({ label, dueOn }));
  const penalties: SheetColumn[] = rows.some(({ kind }) => kind === "penalty") ? [null] : [];
  return {
    columns: [...all.slice(0, mostColumns), ...penalties],
    hidden: Math.max(0, all.length - mostColumns),
  };
}

/** A cancelled due counts with what was paid of it. */
const dueOf = "sum(case when d.cancelled_at is null then d.amount_cents else d.paid_cents end)::float8";

interface RawRow {
  id: string;
  name: string;
  number: string;
  count: number;
  sums: { kind: string; label: string; dueOn: string; due: number; paid: number }[] | null;
}

async function rowsOf(
  tx: Tx,
  { orgId }: OrgContext,
  { bookId, from, until, columns }: Sheet,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: SheetRow[]; count: number }> {
  const { rows } = await clientOf(tx).query<RawRow>({
    name: "sheet-rows",
    text: `with page as (
        select m.id, coalesce(nullif(m.label, ''), nullif(c.name, ''), c.phone, '') as name, m.number,
          count(*) over ()::int as count
        from book_members m left join contacts c on c.org_id = $1 and c.id = m.contact_id
        where m.org_id = $1 and m.book_id = $2
        order by lower(coalesce(nullif(m.label, ''), nullif(c.name, ''), c.phone, '')), m.id
        limit $5 offset $6
      )
      select page.*, (select json_agg(s) from (
          select d.kind, case d.kind when 'due' then d.label else '' end as label,
            case d.kind when 'due' then d.due_on::text else '' end as "dueOn",
            ${dueOf} as due, sum(d.paid_cents)::float8 as paid
          from dues d where d.org_id = $1 and d.member_id = page.id and d.due_on between $3::date and $4::date
          group by 1, 2, 3) s) as sums
      from page order by lower(page.name), page.id`,
    values: [orgId, bookId, from, until, limit, offset],
  });
  return { rows: rows.map((row) => rowOf(row, columns)), count: rows[0]?.count ?? 0 };
}

const columnKey = ({ label, dueOn }: { label: string; dueOn: string }) => `${dueOn}\n${label}`;

function rowOf({ id, name, number, sums }: RawRow, columns: readonly SheetColumn[]): SheetRow {
  const byKey = new Map((sums ?? []).map((sum) => [columnKey(sum), sum]));
  const cells = columns.map((column) => {
    const sum = byKey.get(columnKey(column ?? { label: "", dueOn: "" }));
    return sum ? { dueCents: sum.due, paidCents: sum.paid } : null;
  });
  const total = (of: "due" | "paid") => (sums ?? []).reduce((cents, sum) => cents + sum[of], 0);
  return { id, name, number, cells, dueCents: total("due"), paidCents: total("paid") };
}

async function totalsOf(tx: Tx, { orgId }: OrgContext, { bookId, from, until }: Sheet) {
  const { rows } = await clientOf(tx).query<{ dueCents: number; paidCents: number }>({
    name: "sheet-totals",
    text: `select coalesce(${dueOf}, 0) as "dueCents", coalesce(sum(d.paid_cents), 0)::float8 as "paidCents"
      from dues d where d.org_id = $1 and d.book_id = $2 and d.due_on between $3::date and $4::date`,
    values: [orgId, bookId, from, until],
  });
  return rows[0]!;
}

const kes = (cents: number) => (cents / 100).toFixed(2);

/** The whole sheet for a file. @throws DomainError `book.not_found` */
export async function sheetFile(ctx: OrgContext, input: Omit<SheetInput, "page">) {
  const period = spanOf(ctx, input);
  const { columns } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await readBook(tx, ctx, input.bookId);
    return columnsOf(tx, ctx, input.bookId, period);
  });
  const sheet = { bookId: input.bookId, ...period, columns };
  return { header: headerOf(columns), rows: fileRows(ctx, sheet) };
}

async function* fileRows(ctx: OrgContext, sheet: Sheet): AsyncGenerator<Cell[][]> {
  for (let offset = 0; ; offset += filePageSize) {
    const { rows } = await ctx.db.withOrg(ctx.orgId, (tx) =>
      rowsOf(tx, ctx, sheet, { offset, limit: filePageSize }),
    );
    yield rows.map(cellsOf);
    if (rows.length < filePageSize) return;
  }
}

const headerOf = (columns: readonly SheetColumn[]): string[] => [
  ...[m.books_member(), m.books_number()],
  ...columns.flatMap((column) => {
    const label = column === null ? m.books_penalties() : `${column.label} (${column.dueOn})`;
    return [label, m.books_paid_of({ label })];
  }),
  ...[m.books_total_due(), m.common_paid(), m.books_open()],
];

const cellsOf = ({ name, number, cells, dueCents, paidCents }: SheetRow): Cell[] => [
  ...[name, number],
  ...cells.flatMap((cell) => (cell === null ? ["", ""] : [kes(cell.dueCents), kes(cell.paidCents)])),
  ...[kes(dueCents), kes(paidCents), kes(dueCents - paidCents)],
];
