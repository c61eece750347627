import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { useQueryWith } from "#app/web/address.ts";
import { Icon } from "./icon.tsx";
import { listId } from "./pagination.tsx";
import { Table } from "./table.tsx";

export interface Column<Row> {
  /** The column's header; on a phone it labels each cell. */
  header: string | (() => string);
  /** Undefined leaves the cell empty: on a phone it is omitted. */
  cell: (row: Row) => ReactNode;
  /** In the column that names the row: what is under its link. */
  below?: (row: Row) => ReactNode;
  /** This column names the row. The first one does, unless another says so. */
  names?: boolean;
  /** Figures align right. */
  number?: boolean;
  /** The cells need no label on a phone. `hidden`: no visible header either. */
  plain?: boolean | "hidden";
  /** The address's value that sorts the list by this column; its header becomes a link. */
  sortBy?: string;
  className?: string;
}

/**
 * A list as a table. On a phone a row becomes a small sheet with labelled cells; `wide` keeps the table,
 * which then scrolls sideways in its own box, by finger and by keyboard. `sort` is the order of the rows, by
 * the address: `name`, `-name`.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  hrefOf,
  after,
  empty,
  sort,
  wide,
  paged,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The link of a row's name. */
  hrefOf?: (row: Row) => string | undefined;
  /** The row's details under it, as wide as the table. */
  after?: (row: Row) => ReactNode;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  sort?: string;
  wide?: boolean;
  /** One of several pages: links to the others jump to the table itself. */
  paged?: boolean;
}) {
  if (rows.length === 0 && empty !== undefined)
    return typeof empty === "string" ? <p className="hint">{empty}</p> : empty;
  const naming = columns.find(({ names }) => names) ?? columns[0];
  return (
    <Table caption={caption} stacked={!wide} paged={paged}>
      <thead data-sortable={columns.some(({ sortBy }) => sortBy) || undefined}>
        <tr>
          {columns.map((column) => (
            <Head key={headerOf(column)} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <tr>
              {columns.map((column) => (
                <Cell
                  key={headerOf(column)}
                  column={column}
                  row={row}
                  names={column === naming}
                  href={hrefOf?.(row)}
                />
              ))}
            </tr>
            <Under columns={columns.length}>{after?.(row)}</Under>
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

function Under({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr>
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}

const headerOf = ({ header }: { header: string | (() => string) }) =>
  typeof header === "function" ? header() : header;

const classOf = ({ number, className }: { number?: boolean; className?: string }) =>
  [number && "number", className].filter(Boolean).join(" ") || undefined;

function Head<Row>({ column, sort }: { column: Column<Row>; sort: string | undefined }) {
  const queryWith = useQueryWith();
  const { sortBy, number } = column;
  const header = headerOf(column);
  const className = number ? "number" : undefined;
  if (sortBy === undefined)
    return (
      <th scope="col" className={className}>
        {column.plain === "hidden" ? <span className="sr-only">{header}</span> : header}
      </th>
    );
  const falls = sort === `-${sortBy}`;
  const rises = sort === sortBy;
  // For figures and times the largest comes first.
  const next = rises || (number && !falls) ? `-${sortBy}` : sortBy;
  return (
    <th scope="col" className={className} aria-sort={rises ? "ascending" : falls ? "descending" : "none"}>
      <Link className="sort" to={`${queryWith({ sort: next })}#${listId}`} preventScrollReset>
        {header}
        {rises && <Icon name="arrow-up" size={14} />}
        {falls && <Icon name="arrow-down" size={14} />}
      </Link>
    </th>
  );
}

function Cell<Row>({
  column,
  row,
  names,
  href,
}: {
  column: Column<Row>;
  row: Row;
  names: boolean;
  href: string | undefined;
}) {
  const content = column.cell(row);
  if (!names)
    return (
      <td className={classOf(column)} data-label={column.plain ? undefined : headerOf(column)}>
        {content}
      </td>
    );
  const below = column.below?.(row);
  return (
    <th scope="row" className={classOf(column)}>
      {href === undefined ? (
        content
      ) : (
        <Link className="link" to={href}>
          {content}
        </Link>
      )}
      {below && <div className="hint font-normal">{below}</div>}
    </th>
  );
}
