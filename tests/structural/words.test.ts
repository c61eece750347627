import { expect, it } from "vitest";
import { places, sourceFiles } from "./files.ts";

/** What people of the field do not say; the words that they do say stand at the end of each line. */
const riddles = [
  /\bparted by\b/, // separated by
  /\bset(s)? aside\b/, // on hold
  /\b(came|comes|come) back (to (you|your wallet)|after|by)\b/, // released, returned
  /["> ]Came back["<\n]/, // Released
  /\bstand-?in\b/i, // fallback
  /\bwhat (became|stands)\b/i, // how … performed, fill in
  /\bwallet lacks\b/, // you need … more
  /\bTaken by WhatsApp\b/, // Accepted by WhatsApp
  /\bMade on\b/, // Created on
  /["> ]Second factor/, // Two-step verification
];

/** Code without its comments: what the screens, mails and answers of the API may say. */
const spoken = sourceFiles(
  /^app\/(api|domain|platform|providers|routes|ui|web|worker)\/(?!.*\.test\.ts$).*\.tsx?$/,
).map((file) => ({
  ...file,
  text: file.text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/^\s*\/\/.*$/gm, ""),
}));

it("nothing that people read speaks in riddles", () => {
  expect(spoken.flatMap((file) => riddles.flatMap((riddle) => places(file, riddle)))).toEqual([]);
});

it("the rule bites", () => {
  const text =
    '<p>Numbers, parted by commas</p>\n<th>Came back</th>\nterm: "Set aside", hint: "what became of it"';
  const found = riddles.flatMap((riddle) => places({ path: "sample.tsx", text }, riddle));
  expect(found).toEqual(["sample.tsx:1", "sample.tsx:2", "sample.tsx:3"]);
});

it("lists are filtered by the filter bar, everywhere in the same words", () => {
  // The search of the chat and of the top bars is one field, and the handset's form chooses a phone.
  const ownForms = /^app\/routes\/(chat|handset|shell|admin\/staffHeader)/;
  const others = spoken.filter(
    ({ path, text }) => /^app\/routes\//.test(path) && /<SearchForm/.test(text) && !ownForms.test(path),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

/** Questions about who somebody is that a screen asks by itself. Members and invitations are about roles. */
const asksForRole = ({ path, text }: { path: string; text: string }) =>
  /^app\/(routes|ui|web)\//.test(path) &&
  !/^app\/routes\/(organisation\/|auth\/invitation)/.test(path) &&
  /\b(role|usertype)\s*[!=]==\s*"/.test(text);

it("who may do what is asked in one place, app/platform/roles.ts", () => {
  expect(
    sourceFiles(/^app\/.*\.tsx?$/)
      .filter(asksForRole)
      .map(({ path }) => path),
  ).toEqual([]);
  expect(asksForRole({ path: "app/routes/templates/list.tsx", text: 'user?.role !== "agent"' })).toBe(true);
});
