import ts from "typescript";
import { expect, it } from "vitest";
import { type SourceFile, sourceFiles } from "./files.ts";
import { longFunctions } from "./longFunctions.ts";
import { ratchet } from "./ratchet.ts";

/** Maximum lines of a function, and of a component. */
const mostLines = 40;
const mostLinesOfComponent = 80;

interface Length {
  name: string;
  lines: number;
  draws: boolean;
}

const isDrawing = (node: ts.Node): boolean =>
  ts.isJsxElement(node) ||
  ts.isJsxSelfClosingElement(node) ||
  ts.isJsxFragment(node) ||
  (ts.forEachChild(node, isDrawing) ?? false);

/** A function's own name, or that of its constant, also through a call: `action = formAction(…)`. */
function nameOf(node: ts.FunctionLikeDeclaration): string | undefined {
  if (node.name) return node.name.getText();
  const holder = ts.isCallExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder)
    ? holder.name.getText()
    : undefined;
}

/** The named functions of a file, with their lengths; others are part of the enclosing one. */
function functionsOf({ path, text }: SourceFile): Length[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: Length[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const name = nameOf(node);
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (name !== undefined) found.push({ name: `${path} ${name}`, lines, draws: isDrawing(node.body) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isLong = ({ lines, draws }: Length) => lines > (draws ? mostLinesOfComponent : mostLines);
const long = sourceFiles(/^(app|simulators)\/.*\.tsx?$|^server\.ts$/)
  .filter(({ path }) => !/\.test\.|testDriver/.test(path))
  .flatMap((file) => functionsOf(file).filter(isLong));
const known = new Map(Object.values(longFunctions).flatMap((listed) => Object.entries(listed)));

it("functions have at most 40 lines and components 80, and listed ones not more than when they were listed", () => {
  const longer = long.filter(({ name, lines }) => lines > (known.get(name) ?? 0));
  expect(longer.map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
});

it("only functions over their limit are listed, and the list only gets shorter", () => {
  const names = long.map(({ name }) => name);
  expect(ratchet("long functions", [...known.keys()], names)).toEqual([]);
});

it("the rule bites", () => {
  const body = (line: string) => Array.from({ length: 41 }, () => line).join("\n");
  const text = `export function sum() {\n${body("  add();")}\n}\nexport const action = formAction(schema, async () => {\n${body("  add();")}\n});\nfunction Page() {\n${body("  add();")}\n  return <p />;\n}`;
  const names = functionsOf({ path: "sample.tsx", text })
    .filter(isLong)
    .map(({ name }) => name);
  expect(names).toEqual(["sample.tsx sum", "sample.tsx action"]);
});
