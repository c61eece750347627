import ts from "typescript";
import { expect, it } from "vitest";
import { sourceFiles } from "./files.ts";
import { joinedByOrganisation } from "./joinedByOrganisation.ts";
import { ratchet } from "./ratchet.ts";

/**
 * * A subselect names its organisation by a parameter. A column of the outer table does not isolate tenants:
 * Drizzle drops the table's name in the fields of a select of one table, so `t.org_id = ${campaigns.orgId}`
 * becomes `t.org_id = "org_id"`, which compares the inner table's column with itself.
 */
function outerColumns(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const tables = new Set<string>();
  const found: string[] = [];
  const isInSingleTableFields = (node: ts.Node): boolean => {
    for (let at = node.parent, inside = node; at; inside = at, at = at.parent) {
      if (
        !ts.isCallExpression(at) ||
        at.expression === inside ||
        !ts.isPropertyAccessExpression(at.expression)
      )
        continue;
      if (!/^(select|selectDistinct|returning)$/.test(at.expression.name.text)) continue;
      let chain: ts.Node = at;
      while (ts.isPropertyAccessExpression(chain.parent) || ts.isCallExpression(chain.parent)) {
        if (ts.isPropertyAccessExpression(chain.parent) && /Join$/.test(chain.parent.name.text)) return false;
        chain = chain.parent;
      }
      return true;
    }
    return false;
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().includes("/db/schema/"))
      for (const name of node.importClause?.namedBindings?.getChildren() ?? [])
        for (const word of name.getText().match(/\w+/g) ?? []) tables.add(word);
    if (
      ts.isTaggedTemplateExpression(node) &&
      /^sql\b/.test(node.tag.getText()) &&
      ts.isTemplateExpression(node.template) &&
      /\bfrom\b/i.test(node.template.getText())
    ) {
      const parts = node.template.templateSpans.map(({ expression }) => expression);
      const own = new Set(parts.filter(ts.isIdentifier).map(({ text }) => text));
      for (const part of parts) {
        if (!ts.isPropertyAccessExpression(part) || !ts.isIdentifier(part.expression)) continue;
        const table = part.expression.text;
        if (!tables.has(table) || own.has(table)) continue;
        if (part.name.text === "orgId" || isInSingleTableFields(node))
          found.push(
            `${path}:${file.getLineAndCharacterOfPosition(part.getStart()).line + 1} ${part.getText()}`,
          );
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it("subselects name their organisation by a parameter", () => {
  const files = sourceFiles(/^app\/.*\.ts$/);
  expect(files.flatMap(({ path, text }) => outerColumns(path, text))).toEqual([]);
});

it("detects columns of an outer table", () => {
  const code = (fields: string, chain: string) =>
    `import { bots } from "#app/db/schema/bots/bots.ts";\ntx.select({ n: sql\`${fields}\` }).from(bots)${chain};`;
  const entries = "(select count(*) from bot_entries e where e.";
  expect(outerColumns("a.ts", code(`${entries}org_id = \${bots.orgId})`, ".innerJoin(x, on)"))).toEqual([
    "a.ts:2 bots.orgId",
  ]);
  expect(outerColumns("a.ts", code(`${entries}bot_id = \${bots.id})`, ""))).toEqual(["a.ts:2 bots.id"]);
  expect(outerColumns("a.ts", code(`${entries}bot_id = \${bots.id})`, ".innerJoin(x, on)"))).toEqual([]);
  expect(outerColumns("a.ts", code(`${entries}bot_id = \${bots}.id and e.org_id = \${orgId})`, ""))).toEqual(
    [],
  );
});

/**
 * A statement that names its organisation does so for each table: on machines of their own, tables are found by the value and
 * not by another table's column. Statements over all organisations have no value to compare with.
 */
function comparedColumns(path: string, text: string): string[] {
  const found: string[] = [];
  const columns = /\borg_id = \w+\.org_id\b/g;
  const ownOf = (node: ts.Node): string =>
    ts.isTemplateExpression(node)
      ? [
          node.head.text,
          ...node.templateSpans.map(({ expression, literal }) =>
            ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)
              ? `\${${expression.getText()}}${literal.text}`
              : ` ${literal.text}`,
          ),
        ].join("")
      : (node as ts.LiteralLikeNode).text;
  const visit = (node: ts.Node) => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const own = ownOf(node);
      if (/\borg_id = (\$\d|\$\{[\w.]*orgId\})/.test(own))
        for (const [comparison] of own.matchAll(columns)) found.push(`${path}: ${comparison}`);
    }
    ts.forEachChild(node, visit);
  };
  if (text.search(columns) >= 0) visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Files whose conditions of the query builder compare the organisations of two tables, and how often. */
function comparedTables(path: string, text: string): string[] {
  if (!/\borgId\b/.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const tables = new Set<string>();
  const found: string[] = [];
  const isColumn = (node: ts.Node | undefined): boolean =>
    node !== undefined &&
    ts.isPropertyAccessExpression(node) &&
    node.name.text === "orgId" &&
    ts.isIdentifier(node.expression) &&
    tables.has(node.expression.text);
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().includes("/db/schema/"))
      for (const name of node.importClause?.namedBindings?.getChildren() ?? [])
        for (const word of name.getText().match(/\w+/g) ?? []) tables.add(word);
    const isAlias = ts.isVariableDeclaration(node) && /^alias\(/.test(node.initializer?.getText() ?? "");
    if (isAlias) tables.add(node.name.getText());
    if (ts.isCallExpression(node) && node.expression.getText() === "eq" && node.arguments.every(isColumn))
      found.push(path);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.map((each, place) => `${each} #${place + 1}`);
}

const domain = sourceFiles(/^app\/domain\/.*(?<!\.test)\.ts$/);
/** The console reads over all organisations. */
const ofTenants = domain.filter(({ path }) => !path.startsWith("app/domain/console/"));

it("SQL that names an organisation compares each table's with it", () => {
  expect(domain.flatMap(({ path, text }) => comparedColumns(path, text))).toEqual([]);
});

it("queries join tables by the value of the organisation", () => {
  const listed = Object.entries(joinedByOrganisation).flatMap(([path, count]) =>
    Array.from({ length: count }, (_, place) => `${path} #${place + 1}`),
  );
  const found = ofTenants.flatMap(({ path, text }) => comparedTables(path, text));
  expect(ratchet("joins by the column of an organisation", listed, found)).toEqual([]);
});

it("detects organisations that are compared with each other", () => {
  const sql = (own: string) =>
    `tx.execute(sql\`select 1 from a join b on b.org_id = a.org_id where ${own}\`)`;
  expect(comparedColumns("a.ts", sql(`a.org_id = \${ctx.orgId}`))).toEqual(["a.ts: org_id = a.org_id"]);
  expect(comparedColumns("a.ts", sql("a.org_id = $1"))).toEqual(["a.ts: org_id = a.org_id"]);
  expect(comparedColumns("a.ts", sql("a.due_at < $1"))).toEqual([]);
  const query = (condition: string) =>
    `import { bots, flows } from "#app/db/schema/bots/bots.ts";\nconst other = alias(bots, "other");\ntx.innerJoin(flows, ${condition});`;
  expect(comparedTables("a.ts", query("eq(flows.orgId, bots.orgId)"))).toEqual(["a.ts #1"]);
  expect(comparedTables("a.ts", query("and(eq(other.orgId, bots.orgId), x)"))).toEqual(["a.ts #1"]);
  expect(comparedTables("a.ts", query("eq(flows.orgId, ctx.orgId)"))).toEqual([]);
});
