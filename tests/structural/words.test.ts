import { expect, it } from "vitest";
import { dialectIn, dialectInCode, givenTitles, isTitleCase, titleOf } from "./dialect.ts";
import { places, sourceFiles } from "./files.ts";
import { gluedIn } from "./glued.ts";
import { oddNamesIn, oddStoredNamesIn } from "./names.ts";
import { ratchet } from "./ratchet.ts";
import { spokenIn } from "./spoken.ts";

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

const english = sourceFiles(/^messages\/en\/.*\.json$/);

it("the texts of the interface are plain English, and whole", () => {
  expect(english.flatMap(dialectIn)).toEqual([]);
});

it("the rule of plain English bites", () => {
  const texts = [
    "Who gives 1 or 2 is given to your team",
    "The price holds. Whom it concerns learns of it.",
    "“{bot}” answers nobody",
    "The owner was told",
    "It is found anew each time",
    "The page looks again by itself",
    "Given back by M-Pesa",
    "Hand them on",
    "What runs goes on",
    "The campaign is on its way",
    "They get a mail",
    "Noted with each contact",
    " of card {card}",
    "Header: ",
    ", {cancelled} not sent",
  ];
  const text = texts.map((sample, line) => `"key_${line}": "${sample}",`).join("\n");
  const found = dialectIn({ path: "sample.json", text });
  expect([...new Set(found)].toSorted()).toEqual(
    texts.map((_, line) => `sample.json:${line + 1}`).toSorted(),
  );
  const plain = ["Tell us what you send", "Who we are", "Go to overview"];
  expect(plain.flatMap((sample) => dialectIn({ path: "sample.json", text: `"key": "${sample}"` }))).toEqual(
    [],
  );
});

const texts: Record<string, unknown> = Object.assign({}, ...english.map(({ text }) => JSON.parse(text)));
const englishOf = (key: string) => (typeof texts[key] === "string" ? texts[key] : "");

it("a message is whole: no value is glued to it", () => {
  // “Show” and “Hide” are exchanged by script; the field's name after them is for screen readers.
  const files = sourceFiles(/^app\/(?!demo\/|ui\/passwordField).*(?<!\.test)\.tsx?$/);
  const speaking = files.filter(({ text }) => /\bm\.\w|inSentence\(/.test(text));
  expect(speaking.flatMap((file) => gluedIn(file, englishOf))).toEqual([]);
});

it("the rule of whole messages bites", () => {
  const sample = (inside: string) =>
    gluedIn({ path: "a.tsx", text: `const a = <p>${inside}</p>;` }, (key) => key);
  expect(sample("{m.ended()} <Time value={at} />")).toEqual(["a.tsx:1 ended"]);
  expect(sample('{isOver ? m.ended() : m.ends()}{" "}\n{day}')).toEqual(["a.tsx:1 ended", "a.tsx:1 ends"]);
  expect(sample("{m.ended({ day })} <Icon name='clock' />")).toEqual([]);
  expect(sample("<Time value={at} />: {reason}")).toEqual(["a.tsx:1 :"]);
  expect(sample("{isOver ? inSentence(word) : other}")).toEqual(["a.tsx:1 inSentence"]);
  expect(sample(`{\`\${m.ended()} \${day}\`}`)).toEqual(["a.tsx:1 ended"]);
  expect(sample("{m.ended({ word: inSentence(word) })}")).toEqual([]);
  const whole = gluedIn(
    { path: "a.tsx", text: "<p>{m.no_mail()} <Link>{m.again()}</Link></p>" },
    () => "No email?",
  );
  expect(whole).toEqual([]);
});

const code = sourceFiles(
  /^(app|scripts|simulators|tests)\/(?!db\/migrations\/|structural\/(dialect|words)).*\.(tsx?|mjs|js|css)$/,
);

it("comments and test names are plain English", () => {
  expect(code.flatMap(dialectInCode)).toEqual([]);
});

it("the rule of comments and test names bites", () => {
  const text = [
    "/** Answers how many it took. */",
    "/** Who takes one keeps it. */",
    "// The owner was told.",
    "/** What runs goes on; `nobody` and “anew” are quoted. */",
    'it("is answered by nobody", () => {});',
    'it.each([1])("gives back %i", () => {});',
    '/** Returns the rows that nothing else holds; "told" is quoted. */',
    'it("skips contacts without consent", () => {});',
  ].join("\n");
  expect(dialectInCode({ path: "sample.test.ts", text })).toEqual(
    [1, 2, 3, 4, 5, 6].map((line) => `sample.test.ts:${line}`),
  );
});

it("names of files, declarations and queries are plain English", () => {
  expect(code.filter(({ path }) => path !== "tests/structural/names.ts").flatMap(oddNamesIn)).toEqual([]);
});

it("the rule of names bites", () => {
  const text = [
    "const told = 1, nodoubt = 2;",
    "function tellHearers(asked: string) {}",
    "const { at: doorOpenSince, told } = row;",
    "const [Look] = [1];",
    "const text = `with told as (select 1) select 2 as total`;",
    "const toldest = { told: 1, doorway: 2 };",
  ].join("\n");
  expect(oddNamesIn({ path: "app/beside.ts", text })).toEqual([
    "app/beside.ts beside",
    "app/beside.ts:1 told",
    "app/beside.ts:2 tellHearers",
    "app/beside.ts:2 asked",
    "app/beside.ts:3 doorOpenSince",
    "app/beside.ts:4 Look",
    "app/beside.ts:5",
  ]);
});

it("names of columns, events and jobs are plain English", () => {
  const stored = sourceFiles(/^app\/(db\/schema|domain|worker)\/(?!.*\.test\.ts$).*\.ts$/);
  // Entries of versions without events, which are sealed under this name.
  expect(stored.flatMap(oddStoredNamesIn)).toEqual(["app/domain/record/events.ts legacy.noted"]);
});

it("the rule of stored names bites", () => {
  const found = (path: string, text: string) => oddStoredNamesIn({ path, text });
  expect(found("app/db/schema/wrong.ts", 'sentAt: at("asked_at"), name: text("name")')).toEqual([
    "app/db/schema/wrong.ts asked_at",
  ]);
  expect(
    found("app/domain/wrong/jobs.ts", 'job({ name: "tell-owner" }); job({ name: "retell-story" })'),
  ).toEqual(["app/domain/wrong/jobs.ts tell-owner"]);
});

it("titles are written in sentence case, except where the specification gives them", () => {
  const texts = english.flatMap(({ text }) =>
    [...text.matchAll(/": "((?:[^"\\]|\\.)*)"/g)].map((found) => found[1]!),
  );
  const titles = texts.filter(isTitleCase).map(titleOf);
  expect(ratchet("titles in title case", givenTitles, titles)).toEqual([]);
  expect(["New Contact", "New contact", "Open WhatsApp Setup"].map(isTitleCase)).toEqual([
    true,
    false,
    false,
  ]);
});

/** English that the domain may hold, by its reason. */
const englishByReason: Record<string, readonly RegExp[]> = {
  "Has its own three languages": [
    /^app\/domain\/bots\/(answering\/(replies|writeWithModel)|addDefaultQuestions)/,
    /^app\/domain\/(flows\/(engine\/flowTexts|definitions\/readyMade)|messaging\/satisfaction\/texts|whatsapp\/templates\/library)/,
  ],
  "Why a table has no hook is for developers": [
    /^app\/domain\/(\w+\/(\w+\/)?contactData\.server|record\/contactTables)\.ts/,
  ],
  "Stored in one language for search, and shown by `inReadersWords`": [/\/webhookEvents\/storedWords\.ts/],
  "A name in Meta's price list": [/\/console\/billing\/words\.ts:\d+ "Rest of Africa"$/],
  "Meta's own text on a button": [/\/templates\/draft\.ts:\d+ "Copy (offer )?code"$/],
  "Safaricom's field, shown by no screen": [/\/payments\/stkPush\.server\.ts:\d+ "(Invoice|Top-up)"$/],
  "A customer's message in a sample for developers": [/\/events\/publicEvents\.ts:\d+ "Habari, /],
};
const englishInDomain = sourceFiles(/^app\/domain\/.*(?<!\.test)\.tsx?$/)
  .flatMap(spokenIn)
  .filter((place) => /:\d+ "[A-Z]/.test(place));

it("no English is written in the domain without a reason", () => {
  const reasons = Object.values(englishByReason).flat();
  expect(ratchet("English in the domain", reasons, englishInDomain)).toEqual([]);
});

it("lists are filtered by the filter bar, everywhere in the same words", () => {
  // The search of the chat and of the top bars is one field, and the handset's form chooses a phone.
  const ownForms = [
    /^app\/routes\/chat\//,
    /^app\/routes\/handset\//,
    /^app\/routes\/(shell|admin\/staffHeader)/,
  ];
  const forms = spoken.filter(({ path, text }) => /^app\/routes\//.test(path) && /<SearchForm/.test(text));
  expect(
    ratchet(
      "lists without the filter bar",
      ownForms,
      forms.map(({ path }) => path),
    ),
  ).toEqual([]);
});
