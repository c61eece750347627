import { expect, it } from "vitest";
import { addressesOf } from "./addresses.ts";
import { type SourceFile, sourceFiles } from "./files.ts";

/** Server responses other than routes; `/ui` exists in development only. */
const otherAddresses = /^\/(ui|api|assets|healthz|readyz|metrics|favicon|icons|fonts)(\/|\.|\?|$)/;

const untyped = (file: SourceFile) =>
  addressesOf(file)
    .filter(({ text }) => !otherAddresses.test(text))
    .map(({ line, text, typed }) => `${file.path}:${line} ${text} → ${typed ?? "no route fits"}`);

it("every link uses href(), so that types check its route", () => {
  const sources = sourceFiles(/^app\/(routes|ui|web)\/.*\.tsx?$/).filter(
    ({ path }) => !/\.test\./.test(path),
  );
  expect(sources.flatMap(untyped)).toEqual([]);
});

it("the rule bites", () => {
  const text = [
    '<Link to="/kontacts" />;',
    "<Link to={`/contacts/${" + "id}?from=x`} />;",
    '<Link to="/contacts/new" />;',
    "redirect(`/chat${" + "search}`);",
    'const isHere = pathname === "/contacts" || pathname.startsWith("/chat");',
    '<Link to={href("/contacts")} />;',
    'throw replace("/billing/plan");',
    'const rest = pathname.replace("/chat", "");',
  ].join("\n");
  expect(untyped({ path: "sample.tsx", text })).toEqual([
    "sample.tsx:1 /kontacts → no route fits",
    `sample.tsx:2 /contacts/\${…}?from=x → \`\${href("/contacts/:contactId", { contactId: id })}?from=x\``,
    'sample.tsx:3 /contacts/new → href("/contacts/new")',
    `sample.tsx:4 /chat\${…} → \`\${href("/chat")}\${search}\``,
    'sample.tsx:7 /billing/plan → href("/billing/plan")',
  ]);
});
