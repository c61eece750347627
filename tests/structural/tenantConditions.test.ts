import ts from "typescript";
import { expect, it } from "vitest";
import { sourceFiles } from "./files.ts";

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
