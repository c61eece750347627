import { places, type SourceFile } from "./files.ts";

/** Habits of a dialect that readers do not share; plain words are at the end of each line. */
const habits = [
  /(?<=": "|[.:;] )(Who|Whom|Whose) (?!we\b)[^?"]*"/, // customers who …, the assignee
  /\b(no|some|every|any)body\b/i, // no one, someone, or the noun: customers, members
  /\btold\b|\btells?\b(?! us\b)/i, // notified, reported
  /\b(anew|meanwhile|thereby|nevertheless|beside|any more)\b/i, // again, in the meantime, next to, no longer
  /\bby (itself|themselves)\b/i, // automatically
  /\b(giv(e|es|en|ing)|tak(e|es|en|ing)) (\S+ )?back\b|\bhand(s|ed)? (it |them )?on\b/i, // refund, remove, assign
  /\bgo(es|ing)? on\b/i, // continue
  /\b(is|are) on (its|their) way\b/i, // sent, in flight
  /(?<!e-)\bmail(s|ed)?\b(?! server)/i, // email
  /\bnoted\b/i, // saved, recorded
];

/** A text that is only a piece of a sentence. */
const pieces = [
  /": "\s|\s",?$/m, // blanks that join it to what stands before or after
  /": "[,.;]\s/, // begins with what ends another
];

/** `path:line` of each text that speaks in dialect, or is a piece. */
export const dialectIn = (file: SourceFile): string[] =>
  [...habits, ...pieces].flatMap((pattern) => places(file, pattern));

/** Comments, with the lines of code around them blanked. Code, quotes and addresses within them are not prose. */
const proseOf = (comment: string) =>
  comment
    .replace(/^\/\*+|\*+\/$/g, "")
    .replace(/\n\s*\*? ?/g, " ")
    .replace(/`[^`]*`|“[^”]*”|"[^"]*"|https?:\S+/g, "x")
    .replace(/^\s*\/\/\s*/gm, "")
    .trim();

const comments = /\/\*[\s\S]*?\*\/|(?<=^\s*|[;,{(\])}] )\/\/.*(?:\n\s*\/\/.*)*/gm;
const testNames = /(?:\b(?:it|test|describe)|\))\(\s*(["`])((?:\\.|(?!\1)[\s\S])*?)\1/g;

/** Verbs of comments beyond `habits`: what a function does is that it returns. */
const answers = /": "Answers\b|[.:;] Answers\b|\banswers (whether|how many|what|false|true|undefined)\b/; // returns

/** `path:line` of each comment, and of each test's name, that speaks in dialect. */
export function dialectInCode({ path, text }: SourceFile): string[] {
  const names = /\.test\.ts$/.test(path) ? [...text.matchAll(testNames)] : [];
  const found = [
    ...[...text.matchAll(comments)].map((match) => ({ index: match.index, prose: proseOf(match[0]) })),
    ...names.map((match) => ({ index: match.index, prose: match[2]!.replace(/"/g, "") })),
  ];
  return found
    .filter(({ prose }) => [...habits, answers].some((habit) => habit.test(`": "${prose}"`)))
    .map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`);
}

/** Titles with capitals as the specification gives them, and names. */
export const givenTitles: readonly string[] = [
  "Account Settings",
  "Account Status",
  "Active Contacts",
  "Activity Log",
  "Advanced Analytics",
  "Avg Response",
  "Back to Home",
  "Banking & Financial Services",
  "Billing & Subscription",
  "Broadcast History",
  "Case Studies",
  "Change Password",
  "Complete Setup",
  "Contact Us",
  "Create Account",
  "Create Template",
  "Duka Letu",
  "Edit Partner",
  "Edit Profile",
  "Edit User",
  "Embedded Signup",
  "Export Data",
  "Get Started",
  "Manage Account",
  "Manage Contacts",
  "Manual Bank Transfer",
  "Mark as Reconciled",
  "Message Center",
  "Message Preview",
  "Message Templates",
  "Messages Sent",
  "New Campaign",
  "Privacy Policy",
  "Process Settlement",
  "Public Sector",
  "Quick Actions",
  "Quick Broadcast",
  "Rate Limit",
  "Recent Activity",
  "Reload Page",
  "Rest of Africa",
  "Revenue Share",
  "Save Changes",
  "Save Webhook Configuration",
  "Send Message",
  "Send Reminder",
  "Sign In",
  "Skip Tutorial",
  "Success Rate",
  "Super Admin",
  "Suspend User",
  "Talk To Us",
  "Terms of Service",
  "Test Connection",
  "Total Activities",
  "Verify Account",
  "Verify Email",
  "Verify Number",
  "View Analytics",
  "View Logs",
  "View Profile",
];

const isSample = (title: string) => /^Sample [A-Z]/.test(title);

/** The title without the place after a dash, and without what names alone put in capitals. */
export const titleOf = (text: string) => text.split(" – ")[0]!;

/** Whether each word of several has a capital, though nothing asks for it. */
export function isTitleCase(text: string): boolean {
  const title = titleOf(text);
  return (
    /^[A-Z][a-z’]+(?: (?:[A-Z][a-z’]+|&|of|to|and|as))* [A-Z][a-z]+$/.test(title) &&
    !/\b(WhatsApp|Meta|Jan Feb|Sun Mon|Monday)\b/.test(title.replace(/^WhatsApp (?=\w+$)/, "")) &&
    !isSample(title)
  );
}

/** A sentence with “who …” as its subject. */
const whoAsSubject = /(?<=^|[.:;] )(Who|Whom|Whose) (?!we\b)[^?.]*[.,]/m;

/** `path:line` of each habit in a document; code in it is left out. */
export const dialectInProse = ({ path, text }: SourceFile): string[] => {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " "));
  return [whoAsSubject, ...habits.slice(1)].flatMap((pattern) => places({ path, text: prose }, pattern));
};
