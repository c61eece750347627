import ts from "typescript";
import { expect, it } from "vitest";
import { places, sourceFiles, withoutComments } from "./files.ts";
import { ratchet } from "./ratchet.ts";

/**
 * Rows are locked by key first, and joined afterwards. A select that joins and waits for a lock checks the
 * changed row against the joined rows of before (READ COMMITTED): it misses what another transaction has just
 * moved, or returns stale values.
 */
const strengths = new Set(["update", "no key update", "share", "key share"]);

/**
 * Exceptions whose joined rows cannot change: by ids that never change, or by values of the statement itself.
 */
const joinedByWhatStays = [
  "app/domain/contacts/learnUserIds.server.ts",
  "app/domain/messaging/campaigns/cancelRows.server.ts",
  "app/domain/messaging/sender/work.server.ts",
];

/** Lines with a query-builder select that locks and joins. */
function joinedLocks(path: string, text: string): string[] {
  if (!/\.for\(/.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const made = new Map<string, ts.Expression>();
  const found: string[] = [];
  const joins = (expression: ts.Expression): boolean => {
    let at = expression;
    while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) {
      if (/Join$/.test(at.expression.name.text)) return true;
      at = at.expression.expression;
    }
    const query = ts.isIdentifier(at) ? made.get(at.text) : undefined;
    return query !== undefined && joins(query);
  };
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      made.set(node.name.text, node.initializer);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [strength] = node.arguments;
      const locks = node.expression.name.text === "for" && strength && ts.isStringLiteral(strength);
      if (locks && strengths.has(strength.text) && joins(node.expression.expression))
        found.push(`${path}:${file.getLineAndCharacterOfPosition(strength.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it("no select that locks joins", () => {
  const files = sourceFiles(/^app\/.*\.ts$/);
  expect(files.flatMap(({ path, text }) => joinedLocks(path, text))).toEqual([]);
});

it("SQL that locks one of several tables joins only unchangeable rows", () => {
  const ofOne = /\bfor (no key )?(update|share) of [a-z]+(?! skip locked)/;
  const joined = sourceFiles(/^app\/.*\.ts$/)
    .map(({ path, text }) => ({ path, text: withoutComments(text) }))
    .filter((file) => places(file, ofOne).length > 0 && /\bjoin\b/.test(file.text))
    .map(({ path }) => path);
  expect(ratchet("joins under a lock", joinedByWhatStays, joined)).toEqual([]);
});

it("such a select is detected, also in two parts", () => {
  const chain =
    'const [row] = await tx.select().from(deals).innerJoin(stages, on).where(own).for("update", { of: deals });';
  const pieces = 'const query = tx.select().from(a).leftJoin(b, on);\nconst rows = await query.for("share");';
  expect(joinedLocks("a.ts", chain)).toEqual(["a.ts:1"]);
  expect(joinedLocks("a.ts", pieces)).toEqual(["a.ts:2"]);
  expect(
    joinedLocks("a.ts", 'tx.select().from(deals).where(own).for("update"); tx.innerJoin(b, on);'),
  ).toEqual([]);
});
