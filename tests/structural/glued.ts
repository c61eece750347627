import ts from "typescript";
import type { SourceFile } from "./files.ts";

/** Pieces that stand in a line of text and hold a value. */
const inLine = /^(Time|CalendarDay|Money|Link|a|strong|b|em|code|small)$/;

/** The keys of the messages that an expression shows. */
function keysIn(node: ts.Expression): string[] {
  if (ts.isCallExpression(node)) {
    const key = /^m\.(\w+)$/.exec(node.expression.getText())?.[1];
    return key === undefined ? [] : [key];
  }
  if (ts.isParenthesizedExpression(node)) return keysIn(node.expression);
  if (ts.isConditionalExpression(node)) return [...keysIn(node.whenTrue), ...keysIn(node.whenFalse)];
  return ts.isBinaryExpression(node) ? [...keysIn(node.left), ...keysIn(node.right)] : [];
}

/** A blank that stays between two pieces: JSX drops those with a new line. */
const isBlank = (child: ts.JsxChild): boolean =>
  ts.isJsxText(child)
    ? child.text.trim() === "" && !child.text.includes("\n")
    : ts.isJsxExpression(child) &&
      child.expression !== undefined &&
      /^" +"$/.test(child.expression.getText());

const isLayout = (child: ts.JsxChild): boolean =>
  ts.isJsxText(child)
    ? child.text.trim() === "" && child.text.includes("\n")
    : ts.isJsxExpression(child) && child.expression === undefined;

/** A value written out after a message: a plain expression, or an element of the same line. */
function isValue(child: ts.JsxChild | undefined, isInLine: boolean): boolean {
  if (child === undefined) return false;
  if (ts.isJsxExpression(child)) {
    const { expression } = child;
    return (
      expression !== undefined && (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression))
    );
  }
  if (!isInLine) return false;
  if (ts.isJsxElement(child)) return inLine.test(child.openingElement.tagName.getText());
  return ts.isJsxSelfClosingElement(child) && inLine.test(child.tagName.getText());
}

/** A message that is not a sentence of its own: what follows it belongs to it. */
const isOpen = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/[.?!…]$/.test(text);

/**
 * The parts of a template that join messages to words: a message that is not whole before a blank and a value, and a label put
 * in lower case outside a message.
 */
function joinedIn(node: ts.TemplateExpression, english: (key: string) => string): string[] {
  return node.templateSpans.flatMap(({ expression, literal }) => {
    if (isLowered(expression)) return ["inSentence"];
    const isFollowed = /^ $/.test(literal.text) && node.templateSpans.at(-1)!.literal !== literal;
    return isFollowed ? keysIn(expression).filter((key) => isOpen(english(key))) : [];
  });
}

/** Whether an expression shows a label in lower case outside a sentence. */
function isLowered(node: ts.Expression): boolean {
  if (ts.isCallExpression(node)) return node.expression.getText() === "inSentence";
  if (ts.isParenthesizedExpression(node)) return isLowered(node.expression);
  if (ts.isConditionalExpression(node)) return isLowered(node.whenTrue) || isLowered(node.whenFalse);
  return ts.isBinaryExpression(node) && (isLowered(node.left) || isLowered(node.right));
}

/** A colon after a value: French has a blank before it (`labelled`, `m.common_colon`). One for screen readers alone may stay. */
const isColon = (node: ts.Node): boolean =>
  ts.isJsxText(node) && /^\s*:\s*$/.test(node.text) && !node.parent.getText().includes("sr-only");

/** The keys of messages that are glued to a value in one element. */
function gluedInElement(node: ts.JsxElement | ts.JsxFragment, english: (key: string) => string): string[] {
  const shown = node.children.filter((child) => !isLayout(child));
  return shown.flatMap((child, index) => {
    const next = shown[index + 1];
    const isInLine = next !== undefined && isBlank(next);
    if (!ts.isJsxExpression(child) || !child.expression) return [];
    if (isLowered(child.expression)) return ["inSentence"];
    if (!isValue(isInLine ? shown[index + 2] : next, isInLine)) return [];
    return keysIn(child.expression).filter((key) => isOpen(english(key)));
  });
}

/**
 * `path:line key` of each message that is glued to a value. One that ends a sentence is whole, and the value or link after it
 * begins another.
 */
export function gluedIn({ path, text }: SourceFile, english: (key: string) => string): string[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const keys =
      ts.isJsxElement(node) || ts.isJsxFragment(node)
        ? gluedInElement(node, english)
        : ts.isTemplateExpression(node)
          ? joinedIn(node, english)
          : isColon(node)
            ? [":"]
            : [];
    for (const key of keys) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1} ${key}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
