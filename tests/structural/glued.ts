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

/**
 * `path:line key` of each message that is glued to a value in one element. One that ends a sentence is whole, and the value
 * or link after it begins another.
 */
export function gluedIn({ path, text }: SourceFile, english: (key: string) => string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const shown = node.children.filter((child) => !isLayout(child));
      shown.forEach((child, index) => {
        const next = shown[index + 1];
        const isInLine = next !== undefined && isBlank(next);
        if (!ts.isJsxExpression(child) || !child.expression) return;
        if (!isValue(isInLine ? shown[index + 2] : next, isInLine)) return;
        const { line } = source.getLineAndCharacterOfPosition(child.getStart());
        for (const key of keysIn(child.expression))
          if (/[\p{L}\p{N}]/u.test(english(key)) && !/[.?!…]$/.test(english(key)))
            found.push(`${path}:${line + 1} ${key}`);
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
