import ts from "typescript";
import type { SourceFile } from "./files.ts";

/** Component properties, and object properties passed to them, whose text is shown or read out. */
const shown =
  /^(label|title|aria-label|data-label|placeholder|alt|hint|description|caption|header|empty|term|text|meaning|legend|summary|word|below|cell|after|submitLabel|closeLabel|heading|question|answer|children)$/;

/** Components whose `value` is shown; elsewhere it is what a form sends. */
const showValue = /^(Stat|Line)$/;

/** Texts that are the same in every language: names, symbols, currencies, code. */
const names =
  /WhatsApp|M-Pesa|Meta|Tarishi|JavaScript|Python|Node\.js|curl|KES|USD|CSV|GIF|HTTP|MRR|ARPU|webhook-id|https:\/\/\S*|ke\.co\.duka\.app|Duka Letu|\{\{\w*\}\}/g;

const isWord = (text: string, least: number) =>
  new RegExp(`\\p{L}{${least},}`, "u").test(text.replace(names, "").replace(/&\w+;/g, ""));

/** The texts that an expression can be; texts of called functions are theirs. */
function textsOf(node: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(node)) return isWord(node.text, 2) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const own = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    const inner = node.templateSpans.flatMap(({ expression }) => textsOf(expression));
    return own.some((text) => isWord(text, 1)) ? [node, ...inner] : inner;
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isJsxExpression(node))
    return node.expression ? textsOf(node.expression) : [];
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? [] : textsOf(node.body);
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.kind;
  const either = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken];
  if (either.includes(operator)) return [...textsOf(node.left), ...textsOf(node.right)];
  return operator === ts.SyntaxKind.AmpersandAmpersandToken ? textsOf(node.right) : [];
}

const nameOf = (node: ts.JsxAttribute | ts.PropertyAssignment) => node.name.getText().replace(/"/g, "");

const isShownAttribute = (node: ts.JsxAttribute) =>
  shown.test(nameOf(node)) ||
  (nameOf(node) === "value" && showValue.test(node.parent.parent.tagName.getText()));

/** `{ term, value }` is a line of a list of facts. */
const isShownProperty = (node: ts.PropertyAssignment) =>
  shown.test(nameOf(node)) ||
  (nameOf(node) === "value" && node.parent.properties.some((other) => other.name?.getText() === "term"));

const isForPeople = (node: ts.Expression): boolean => {
  const { parent } = node;
  if (ts.isNewExpression(parent)) return /Response$/.test(parent.expression.getText());
  // `notFound` takes a key of its own table of messages.
  const isKeyOrLog = /^console\.|\.(info|warn|error|debug)$|^notFound$/;
  return !(ts.isCallExpression(parent) && isKeyOrLog.test(parent.expression.getText()));
};

const isSentence = (text: string) => /^\p{Lu}[\p{Ll}’']+ \p{Ll}/u.test(text);

/**
 * `path:line text` of all texts of a file that are not messages: in JSX, in shown properties, and whole
 * sentences anywhere.
 */
export function spokenIn({ path, text }: SourceFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = new Set<ts.Node>();
  const add = (nodes: readonly ts.Node[]) => {
    for (const node of nodes) found.add(node);
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node) && isWord(node.text, 1)) add([node]);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      add(textsOf(node.expression));
    if (ts.isJsxAttribute(node) && node.initializer && isShownAttribute(node)) add(textsOf(node.initializer));
    if (ts.isPropertyAssignment(node) && isShownProperty(node)) add(textsOf(node.initializer));
    if (ts.isStringLiteralLike(node) && isSentence(node.text) && isForPeople(node)) add([node]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map((node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return `${path}:${line + 1} ${node.getText().trim().replace(/\s+/g, " ").slice(0, 60)}`;
  });
}
