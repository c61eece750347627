import ts from "typescript";
import { allPaths } from "#tests/support/routeTable.ts";
import type { SourceFile } from "./files.ts";

/** An address of this site written in the code as text, and its form with `href`. */
export interface Address {
  line: number;
  /** The start and end of the range in the file. */
  start: number;
  end: number;
  /** As written there; expressions read `${…}`. */
  text: string;
  /** The same, typed; undefined when no route fits. */
  typed: string | undefined;
}

/** Calls that inspect an address instead of leading there: functions, and methods of texts and lists. */
const addressLike =
  /^((href|useMatch|matchPath)|\.(startsWith|endsWith|includes|replace|replaceAll|split|join|test|set))$/;
const compares = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

const calleeOf = (call: ts.CallExpression | ts.NewExpression) =>
  ts.isPropertyAccessExpression(call.expression)
    ? `.${call.expression.name.text}`
    : call.expression.getText();

/** Whether a text is only compared or matched, or is not a value. */
function isLookedAt(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return compares.has(parent.operatorToken.kind);
  if (ts.isCallExpression(parent)) return addressLike.test(calleeOf(parent));
  return ts.isNewExpression(parent)
    ? /^(Set|URL)$/.test(calleeOf(parent))
    : ts.isLiteralTypeNode(parent) ||
        ts.isImportDeclaration(parent) ||
        ts.isCaseClause(parent) ||
        ts.isArrayLiteralExpression(parent) ||
        ((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node);
}

/** Without the catch-all route. */
const patterns = allPaths.filter((pattern) => pattern !== "/*");

const place = /^§(\d+)§$/;

/** The pattern that matches a path; literal patterns come before parameters, as in the router. */
function patternOf(parts: readonly string[]): string | undefined {
  const fits = (part: string, index: number) =>
    part.startsWith(":") ? parts[index] !== "" : part === parts[index];
  return patterns
    .filter((pattern) => pattern.split("/").length === parts.length && pattern.split("/").every(fits))
    .sort((a, b) => a.split(":").length - b.split(":").length)[0];
}

/** `href("/contacts/:contactId", { contactId: id })`, when a pattern fits. */
function typedPath(path: string, values: readonly string[]): string | undefined {
  const parts = path.split("/");
  const pattern = patternOf(parts);
  if (pattern === undefined) return undefined;
  const params = pattern.split("/").flatMap((part, index) => {
    if (!part.startsWith(":")) return [];
    const put = place.exec(parts[index]!);
    const [name, value] = [part.slice(1), put ? values[Number(put[1])]! : `"${parts[index]}"`];
    return name === value ? [name] : [`${name}: ${value}`];
  });
  return params.length > 0 ? `href("${pattern}", { ${params.join(", ")} })` : `href("${pattern}")`;
}

/** The part after the path: a query, a fragment, or a value right after a word or another value. */
const tail = /[?#].*$|(?<=[\w§-])§\d+§.*$/s;

function typedOf(text: string, values: readonly string[]): string | undefined {
  const rest = tail.exec(text)?.[0] ?? "";
  const path = typedPath(text.slice(0, text.length - rest.length), values);
  if (path === undefined || rest === "") return path;
  return `\`\${${path}}${rest.replace(/§(\d+)§/g, (_, index) => `\${${values[Number(index)]}}`)}\``;
}

/** The texts of a file that are addresses of this site and not yet typed. */
export function addressesOf({ path, text }: SourceFile): Address[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Address[] = [];
  const add = (node: ts.Expression, marked: string, values: readonly string[]) => {
    if (!/^\/[a-z]/.test(marked) || isLookedAt(node)) return;
    const start = node.getStart();
    found.push({
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      start,
      end: node.end,
      text: marked.replace(/§\d+§/g, `\${…}`),
      typed: typedOf(marked, values),
    });
  };
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text, []);
    if (ts.isTemplateExpression(node)) {
      const values = node.templateSpans.map(({ expression }) => expression.getText());
      const marked = node.templateSpans.map(({ literal }, index) => `§${index}§${literal.text}`);
      add(node, `${node.head.text}${marked.join("")}`, values);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
