import ts from "typescript";
import { expect, it } from "vitest";
import { sourceFiles } from "./files.ts";

/** Calls that change a collection or a record in place. */
const changers = new Set(["push", "unshift", "splice", "add", "delete", "set", "clear"]);
/** Effects outside the database. */
const outside = new Set(["graph", "daraja", "cards", "etims", "fetch"]);

/** The names declared within a node, including its parameters. */
function namesMadeIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (at: ts.Node) => {
    const makes = ts.isVariableDeclaration(at) || ts.isParameter(at) || ts.isBindingElement(at);
    if (makes && ts.isIdentifier(at.name)) names.add(at.name.text);
    ts.forEachChild(at, visit);
  };
  visit(node);
  return names;
}

/** The variable that an expression such as `batch.rows[0]` starts with. */
function rootOf(expression: ts.Expression): string | undefined {
  let at: ts.Expression = expression;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = at.expression;
  return ts.isIdentifier(at) ? at.text : undefined;
}

/** The variables that an expression changes. */
function changedBy(node: ts.Node): ts.Expression[] {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return assigns ? (ts.isArrayLiteralExpression(node.left) ? [...node.left.elements] : [node.left]) : [];
  }
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
    const counts = [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator);
    return counts ? [node.operand] : [];
  }
  const callee = ts.isCallExpression(node) ? node.expression : undefined;
  return callee && ts.isPropertyAccessExpression(callee) && changers.has(callee.name.text)
    ? [callee.expression]
    : [];
}

function callsOutside(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const words = node.expression.getText().split(/[.?!\s]+/);
  // A table in a query may have such a name.
  return words.some((word) => outside.has(word)) && !words.some((word) => word.startsWith("tx"));
}

/** Places where a transaction's work does something that cannot be repeated. */
function effectsIn(path: string, text: string): string[] {
  if (!/\.with(Org|System)\(/.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const inspect = (work: ts.Node) => {
    const own = namesMadeIn(work);
    const isForeign = (expression: ts.Expression) => {
      const name = rootOf(expression);
      return name !== undefined && name !== "tx" && !own.has(name);
    };
    const visit = (at: ts.Node) => {
      if (changedBy(at).some(isForeign) || callsOutside(at)) found.push(`${path}: ${at.getText()}`);
      ts.forEachChild(at, visit);
    };
    visit(work);
  };
  const visit = (at: ts.Node) => {
    const callee = ts.isCallExpression(at) ? at.expression : undefined;
    if (callee && ts.isPropertyAccessExpression(callee) && /^with(Org|System)$/.test(callee.name.text))
      inspect((at as ts.CallExpression).arguments.at(-1)!);
    else ts.forEachChild(at, visit);
  };
  visit(file);
  return found;
}

it("a transaction's work can be retried: its only effects are in the database", () => {
  const files = sourceFiles(/^app\/.*\.tsx?$/).filter(({ path }) => !/\.test\./.test(path));
  expect(files.flatMap(({ path, text }) => effectsIn(path, text))).toEqual([]);
});

it.each([
  "let done = 0; await db.withSystem(async (tx) => { done += await work(tx); });",
  "const ids: string[] = []; await ctx.db.withOrg(ctx.orgId, async (tx) => { ids.push(await work(tx)); });",
  "await db.withSystem(async (tx) => { batch.rows[0] = await work(tx); });",
  "await db.withSystem(async (tx) => ctx.graph.send(await work(tx)));",
])("finds %s", (text) => {
  expect(effectsIn("sample.ts", text)).toHaveLength(1);
});

/** Places where concurrent work shares a transaction. */
function racesIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (at: ts.Node) => {
    const isRace = ts.isCallExpression(at) && /^Promise\.(all|race|any)$/.test(at.expression.getText());
    if (isRace && /\btx\b/.test(at.getText())) found.push(`${path}: ${at.getText()}`);
    ts.forEachChild(at, visit);
  };
  if (text.includes("Promise.")) visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Each of its parts has its own transaction and awaits it. */
const withTransactions = (found: string) => /\.with(Org|System)\(/.test(found);

it("work of one transaction ends before it does: in sequence, or by inOneGo", () => {
  const files = sourceFiles(/^app\/.*\.tsx?$/).filter(({ path }) => !/\.test\./.test(path));
  const races = files.flatMap(({ path, text }) => racesIn(path, text));
  expect(races.filter((race) => !withTransactions(race))).toEqual([]);
  expect(racesIn("sample.ts", "await Promise.all([one(tx), other(tx)])")).toHaveLength(1);
});
