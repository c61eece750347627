import { z } from "zod";
import { apiError } from "#app/api/errors.ts";

export const maxPageSize = 100;

/** The paging fields of every list. */
export const pageFields = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPageSize)
    .default(20)
    .meta({ description: `How many at most, up to ${maxPageSize}.` }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "`next_cursor` of the answer before. Without it: the newest." }),
};

/** A page of a list, newest first. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Give it as `cursor` for the next page; null at the end." }),
  });

const toCursor = (position: string) => Buffer.from(position).toString("base64url");

/** The position of a cursor; undefined at the beginning. @throws DomainError `request.bad_cursor`. */
export function positionOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, "base64url").toString();
  if (toCursor(position) === cursor && /^[\w.]{1,120}$/.test(position)) return position;
  throw apiError("request.bad_cursor", { field: "cursor" });
}

/** A page of rows, of which one more than `limit` was read. */
export function toPage<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
  positionOfRow: (row: Row) => string,
): { data: Shown[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(show),
    next_cursor: rows.length > limit && last !== undefined ? toCursor(positionOfRow(last)) : null,
  };
}
