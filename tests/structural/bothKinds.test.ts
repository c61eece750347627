import ts from "typescript";
import { expect, it } from "vitest";
import { type Distribution, distribution } from "#app/db/distribution.ts";
import { readingBothKinds } from "./bothKinds.ts";
import { sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";
import { tables } from "./tables.ts";

const kindOf = new Map<string, Distribution>();
for (const [kind, names] of Object.entries(distribution) as [Distribution, readonly string[]][])
  for (const name of names) kindOf.set(name, kind);
const sqlNameOf = new Map(tables.map(({ name, sqlName }) => [name, sqlName]));

const expressionNames = /\b(\w+)(?: \([\w, ]+\))? as (?:not )?(?:materialized )?\(/g;
const afterWords = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)/g;
const groupsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);

function tablesInText(text: string): string[] {
  const own = new Set(groupsOf(text, expressionNames));
  return groupsOf(text, afterWords).filter((name) => kindOf.has(name) && !own.has(name));
}

/** The tables that a chain of the query builder names. */
function tablesInChain(call: ts.CallExpression): string[] {
  const found: string[] = [];
  let at: ts.Expression = call;
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) {
    const [table] = at.arguments;
    if (/^(from|\w+Join|insert|update|delete)$/.test(at.expression.name.text) && table)
      found.push(sqlNameOf.get(table.getText()) ?? "");
    at = at.expression.expression;
  }
  return found;
}

const isOuterCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node.parent);

/** Statements that name tables of the directory and of tenants, numbered within their file. Of a statement in parts, each part is read alone. */
function bothKinds(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const named =
      ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)
        ? tablesInText(node.getText())
        : isOuterCall(node)
          ? tablesInChain(node)
          : [];
    const kinds = new Set(named.map((name) => kindOf.get(name)));
    if (kinds.has("directory") && kinds.has("tenant")) found.push(path);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found.map((each, place) => `${each} #${place + 1}`);
}

it("a statement reads the directory or the tables of tenants", () => {
  const listed = Object.entries(readingBothKinds).flatMap(([path, count]) =>
    Array.from({ length: count }, (_, place) => `${path} #${place + 1}`),
  );
  const found = sourceFiles(/^app\/(domain|api|worker)\/.*(?<!\.test)\.ts$/).flatMap(({ path, text }) =>
    bothKinds(path, text),
  );
  expect(ratchet("statements over both kinds of tables", listed, found)).toEqual([]);
});

it("detects a statement that reads both", () => {
  expect(bothKinds("a.ts", "sql`select 1 from mails u join messages m on true`")).toEqual(["a.ts #1"]);
  expect(bothKinds("a.ts", "tx.select().from(messages).innerJoin(sessions, on).where(own);")).toEqual([
    "a.ts #1",
  ]);
  expect(bothKinds("a.ts", "tx.select().from(messages).leftJoin(phoneNumbers, on);")).toEqual([]);
  expect(bothKinds("a.ts", "sql`with mails as (select 1) select 1 from mails, messages`")).toEqual([]);
});
