import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bookMembers, dues } from "#app/db/schema/sales/books.ts";
import { createByPhone, idsByPhone } from "#app/domain/contacts/createByPhone.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { duesImported } from "#app/domain/sales/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { csvLines } from "#app/platform/files/csv.server.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { type BookMember, lockBook } from "./find.server.ts";
import { dayIn, type ImportedDue, type ReadRow, readRows } from "./importRows.ts";
import { amountKes } from "./schemas.ts";
import { writeDues } from "./write.server.ts";

/** What a row does: `known` is there already, and is skipped. */
type Effect = "create" | "known" | "refuse";

export interface ImportLine {
  row: number;
  member: string;
  label: string;
  amountCents: number | null;
  /** As typed, where it is no amount. */
  amount: string;
  dueOn: string;
  does: Effect;
  problem: string;
}

export interface ImportResult {
  /** Refused rows first, then the beginning of the others. */
  lines: ImportLine[];
  counts: Record<Effect, number>;
  applied: boolean;
  /** The refused rows under their header, to correct and import again. */
  rest: string;
  /** The first row does not name the columns. */
  hasHeader: boolean;
}

const shownLines = 200;
const rowsPerStatement = 2000;

/**
 * Imports dues from text, with their members and contacts. `apply: false` only says what would happen. Rows that are
 * there already are skipped, so the same file twice changes nothing. @throws DomainError `book.not_found`, `book.archived`
 */
export const importDues = ({
  ctx,
  input: { bookId, rows: text, apply },
}: Call<{ bookId: string; rows: string; apply: boolean }>): Promise<ImportResult> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await lockBook(tx, ctx.orgId, bookId);
    const read = readRows(text);
    if (!read) return { ...noResult, rest: text, hasHeader: false };
    const state = await stateOf(tx, ctx, bookId, read.rows);
    const lines = read.rows.map((row) => lineOf(row, state));
    const counts = countsOf(lines);
    const isApplied = apply && counts.create > 0;
    if (isApplied) {
      const wanted = read.rows.flatMap(({ due }, index) =>
        lines[index]!.does === "create" && due ? [due] : [],
      );
      const members = await membersFor(tx, ctx, bookId, wanted);
      await writeDues(
        tx,
        ctx,
        book,
        wanted.map((due) => ({ ...due, ...members(due) })),
      );
      const data = { book: book.name, created: counts.create, refused: counts.refuse };
      await record(tx, ctx, duesImported, { subject: bookId, data });
    }
    const refused = lines.flatMap(({ does }, index) => (does === "refuse" ? [read.rows[index]!.cells] : []));
    const rest = refused.length === 0 ? "" : csvLines([read.header, ...refused]);
    return { lines: shown(lines), counts, applied: isApplied, rest, hasHeader: true };
  });

const noResult = { lines: [], counts: { create: 0, known: 0, refuse: 0 }, applied: false };

const shown = (lines: readonly ImportLine[]): ImportLine[] =>
  [...lines.filter(({ does }) => does === "refuse"), ...lines.filter(({ does }) => does !== "refuse")].slice(
    0,
    shownLines,
  );

const countsOf = (lines: readonly ImportLine[]): Record<Effect, number> => {
  const of = (effect: Effect) => lines.filter(({ does }) => does === effect).length;
  return { create: of("create"), known: of("known"), refuse: of("refuse") };
};

/** A member's key in a file: by number and phone. */
const keyOf = (phone: string | null, { member, number }: Pick<ImportedDue, "member" | "number">) =>
  [phone ?? "", member, number].join("\n");

interface State {
  /** Members of the book that have a number, by it; those that share one are left out. */
  byNumber: Map<string, BookMember>;
  /** The id of the member that a row is about, where it is known. */
  memberOf(due: ImportedDue): string | undefined;
  taken: Set<string>;
  seen: Set<string>;
}

async function stateOf(tx: Tx, ctx: OrgContext, bookId: string, rows: readonly ReadRow[]): Promise<State> {
  const phones = [...new Set(rows.flatMap(({ due }) => due?.phone ?? []))];
  const ids = await idsByPhone(tx, ctx.orgId, phones);
  const members = await tx
    .select()
    .from(bookMembers)
    .where(and(eq(bookMembers.orgId, ctx.orgId), eq(bookMembers.bookId, bookId)));
  const known = await tx
    .select({ memberId: dues.memberId, label: dues.label, dueOn: dues.dueOn, cancelledAt: dues.cancelledAt })
    .from(dues)
    .where(and(eq(dues.orgId, ctx.orgId), eq(dues.bookId, bookId), eq(dues.kind, "due")));
  const byKey = new Map(
    members.map((each) => [[each.contactId, each.label, each.number].join("\n"), each.id]),
  );
  const numbered = Map.groupBy(members, ({ number }) => number);
  const byNumber = new Map(
    [...numbered].flatMap(([number, [one, ...more]]) =>
      number !== "" && one && more.length === 0 ? [[number, one] as const] : [],
    ),
  );
  return {
    byNumber,
    memberOf: (due) =>
      due.phone === null
        ? byNumber.get(due.number)?.id
        : byKey.get([ids.get(due.phone), due.member, due.number].join("\n")),
    taken: new Set(
      known.flatMap(({ memberId, label, dueOn, cancelledAt }) =>
        cancelledAt === null ? [[memberId, label, dueOn].join("\n")] : [],
      ),
    ),
    seen: new Set(),
  };
}

function lineOf({ row, typed, due, problem }: ReadRow, state: State): ImportLine {
  const { member, number, payer, phone, label = "", amount = "" } = due ? { ...typed, ...due } : typed;
  const read = amountKes.safeParse(amount);
  const about = {
    ...{ row, member: member || number || payer || phone || "", label, amount },
    ...{ amountCents: read.success ? read.data : null, dueOn: dayIn(typed.dueOn ?? "") ?? "" },
  };
  const refuse = (why: string): ImportLine => ({ ...about, does: "refuse", problem: why });
  if (!due) return refuse(problem);
  const memberId = state.memberOf(due);
  if (due.phone === null && memberId === undefined) return refuse(m.books_import_unknown_number());
  const key = [memberId ?? keyOf(due.phone, due), due.label, due.dueOn].join("\n");
  if (state.seen.has(key)) return refuse(m.books_import_twice());
  state.seen.add(key);
  return { ...about, does: state.taken.has(key) ? "known" : "create", problem: "" };
}

/** The members of rows, of which missing ones are added, with their contacts. */
async function membersFor(tx: Tx, ctx: OrgContext, bookId: string, wanted: readonly ImportedDue[]) {
  const payers = new Map(
    wanted.flatMap(({ phone, payer }) => (phone === null ? [] : [[phone, payer] as const])),
  );
  const before = await idsByPhone(tx, ctx.orgId, [...payers.keys()]);
  const missing = [...payers].flatMap(([phone, name]) => (before.has(phone) ? [] : [{ phone, name }]));
  await createByPhone(tx, ctx, missing);
  const ids = await idsByPhone(tx, ctx.orgId, [...payers.keys()]);
  await addMembers(tx, ctx, bookId, wanted, ids);
  const state = await stateOf(
    tx,
    ctx,
    bookId,
    wanted.map((due) => ({ row: 0, cells: [], typed: {}, due, problem: "" })),
  );
  return (due: ImportedDue) => ({
    memberId: state.memberOf(due)!,
    contactId: due.phone === null ? state.byNumber.get(due.number)!.contactId : ids.get(due.phone)!,
  });
}

async function addMembers(
  tx: Tx,
  ctx: OrgContext,
  bookId: string,
  wanted: readonly ImportedDue[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const now = ctx.clock.now();
  const rows = new Map(
    wanted.flatMap((due) => (due.phone === null ? [] : [[keyOf(due.phone, due), due] as const])),
  );
  const members = [...rows.values()].map(({ phone, member: label, number, group: groupName }) => ({
    ...{ orgId: ctx.orgId, id: newId("bkm", now.getTime()), bookId, contactId: ids.get(phone ?? "")! },
    ...{ label, number, groupName, createdAt: now },
  }));
  for (let at = 0; at < members.length; at += rowsPerStatement)
    await tx
      .insert(bookMembers)
      .values(members.slice(at, at + rowsPerStatement))
      .onConflictDoNothing();
}
