import ts from "typescript";
import { places, type SourceFile } from "./files.ts";

/** Parts of names that newcomers stop at; plain words are at the end of each line. */
const parts = [
  "told|tells?|untold", // notified, reported, received
  "doors?", // endpoint, listener, intake
  "anew", // again, re…
  "hear(?:s|ers?)?", // receive, subscribers
  "besides?", // during, next to
  "(?:no|some|every|any)bod(?:y|ys)", // noRecipients, everyone
  "meanwhile|thereby", // concurrently
  "happenings?|happened", // event, input
  "wish(?:es)?", // consent, intent, preference
  "noted", // recorded, saved
].join("|");
const word = new RegExp(`^(?:${parts})$`, "i");
/** Whole names that name nothing: a snapshot, a decision, a request. */
const whole = /^(?:looks?|Looks?|asked|Asked|says)$/;
const candidate = new RegExp(`\\b(?:look|asked|says)|${parts}`, "i");

const partsOf = (name: string) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
const isOdd = (name: string) => whole.test(name) || partsOf(name).some((part) => word.test(part));

/** The name that a node gives. Properties may name columns and stored facts, so their schemas decide. */
function givenBy(node: ts.Node): ts.Identifier | undefined {
  const gives =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    (ts.isBindingElement(node) && (node.propertyName !== undefined || ts.isArrayBindingPattern(node.parent)));
  return gives && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
}

/** Names within SQL: of a column, an alias or a `with` query. */
const inSql = /\b(?:as|with|from|join) (?:told|untold|noted|heard|anew|beside|nobody|asked)\b/;

/** `path:line name` of each name in dialect: of the file, of what it declares, and within its SQL. */
export function oddNamesIn(file: SourceFile): string[] {
  const { path, text } = file;
  const base = path.split("/").at(-1)!.split(".")[0]!;
  const found = isOdd(base) ? [`${path} ${base}`] : [];
  if (!candidate.test(text)) return found;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const name = givenBy(node);
    if (name && isOdd(name.text)) {
      const { line } = source.getLineAndCharacterOfPosition(name.end);
      found.push(`${path}:${line + 1} ${name.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found, ...places(file, inSql)];
}

/** Names that are stored: of columns in a schema, and of events and jobs. */
const storedNames = (path: string) =>
  path.startsWith("app/db/schema/") ? /\b\w+\("([\w.-]+)"/g : /\bname: "([\w.-]+)"/g;
const storedWord = new RegExp(`^(?:${parts}|asked|said|says)$`);

/** `path name` of each column, event and job whose name has a word in dialect. */
export const oddStoredNamesIn = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(storedNames(path))]
    .map((match) => match[1]!)
    .filter((name) => name.split(/[._-]/).some((part) => storedWord.test(part)))
    .map((name) => `${path} ${name}`);
