import { Parser } from "htmlparser2";
import { FileRefused } from "../refusal.ts";

/** A part of a page or document: its title and its text. */
export interface Section {
  title: string;
  text: string;
}

const maxSections = 300;
const maxSectionLength = 1200;
const minSectionLength = 20;
const maxTitleLength = 200;
/** The parser walks through all open tags at each new one. */
const maxOpenTags = 500;
const leftOut = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "nav",
  "footer",
  "iframe",
  "select",
]);
const headings = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"]);
const blocks = new Set([
  ..."p li div section article br tr table ul ol dd details main header td th".split(" "),
]);

const tidy = (text: string) =>
  text
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ *\n[\n ]*/g, "\n")
    .trim();

/**
 * HTML split at its headings. The page's title precedes the text above the first one. @throws FileRefused
 * `too_complex`
 */
export function sectionsOfHtml(html: string): Section[] {
  const sections: Section[] = [];
  let title = "";
  let text = "";
  let heading = "";
  let hidden = 0;
  let openTags = 0;
  let inHeading = false;
  let inTitle = false;
  const end = () => {
    sections.push({ title, text });
    text = "";
  };
  const parser = new Parser({
    onopentagname(name) {
      openTags += 1;
      if (openTags > maxOpenTags) throw new FileRefused("too_complex");
      if (leftOut.has(name)) hidden += 1;
      else if (name === "title") inTitle = true;
      else if (headings.has(name)) {
        end();
        inHeading = true;
        heading = "";
      } else if (blocks.has(name)) text += "\n";
    },
    ontext(data) {
      if (hidden > 0) return;
      if (inTitle) title += data;
      else if (inHeading) heading += data;
      else text += data;
    },
    onclosetag(name) {
      openTags -= 1;
      if (leftOut.has(name)) hidden = Math.max(0, hidden - 1);
      else if (name === "title") inTitle = false;
      else if (headings.has(name)) {
        inHeading = false;
        title = heading;
      } else if (blocks.has(name)) text += "\n";
    },
  });
  parser.end(html);
  end();
  return usable(sections);
}

/** Plain text split at blank lines; a short line before a longer part is its title. */
export function sectionsOfText(whole: string, name: string): Section[] {
  let title = name;
  const sections: Section[] = [];
  for (const part of whole.replaceAll("\r\n", "\n").split(/\n\s*\n/)) {
    const [first = "", ...rest] = part.trim().split("\n");
    const isTitle = first.length <= 100 && !/[.,;:]$/.test(first.trim());
    if (rest.length === 0 && isTitle) title = first;
    else if (isTitle && rest.length > 0) sections.push({ title: first, text: rest.join("\n") });
    else sections.push({ title, text: part });
  }
  return usable(sections);
}

/** Rows of question and answer; a header row is skipped. */
export function sectionsOfRows(rows: readonly (readonly string[])[]): Section[] {
  const isHead = /^(question|swali|frage|title|q)$/i.test(rows[0]?.[0]?.trim() ?? "");
  return rows
    .slice(isHead ? 1 : 0)
    .map(([title = "", ...rest]) => ({ title: tidy(title), text: tidy(rest.filter(Boolean).join("\n")) }))
    .filter(({ title, text }) => title !== "" && text !== "")
    .slice(0, maxSections)
    .map(short);
}

const short = ({ title, text }: Section): Section => ({
  title: title.slice(0, maxTitleLength).toWellFormed(),
  text: text.slice(0, maxSectionLength).toWellFormed(),
});

function usable(sections: readonly Section[]): Section[] {
  return sections
    .map(({ title, text }) => ({ title: tidy(title).replaceAll("\n", " "), text: tidy(text) }))
    .filter(({ text }) => text.length >= minSectionLength)
    .flatMap(({ title, text }) =>
      piecesOf(text).map((piece) => ({ title: title || piece.slice(0, 80), text: piece })),
    )
    .slice(0, maxSections)
    .map(short);
}

/** A long part in pieces that fit a reply, split between lines or sentences. */
function piecesOf(text: string): string[] {
  if (text.length <= maxSectionLength) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxSectionLength) {
    const window = rest.slice(0, maxSectionLength);
    const cut = Math.max(window.lastIndexOf("\n"), window.lastIndexOf(". ") + 1);
    const length = cut > maxSectionLength / 3 ? cut : maxSectionLength;
    pieces.push(rest.slice(0, length).trim());
    rest = rest.slice(length).trim();
  }
  return [...pieces, rest].filter((piece) => piece.length >= minSectionLength);
}
