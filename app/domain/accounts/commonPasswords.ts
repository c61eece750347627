import { readFileSync } from "node:fs";
import { codeFile } from "#app/platform/run/programs.ts";

/**
 * Passwords of eight characters and more that people choose most, lower case, one a line: the head of the list of
 * zxcvbn (MIT licence, © 2012–2016 Dan Wheeler and Dropbox, Inc.), and what is common in Kenya.
 */
const common = new Set(
  readFileSync(codeFile("app/domain/accounts/commonPasswords.txt"), "utf8").trim().split("\n"),
);

/** Suffixes that guessing programs try on common passwords. */
const endings = /[\d!@#$%^&*.?_-]{1,4}$/;

/**
 * Whether guessing programs try this password first: a known one, also with a suffix, or one repeated
 * character.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const stem = plain.replace(endings, "");
  return common.has(plain) || (stem.length >= 8 && common.has(stem)) || /^(.)\1*$/u.test(plain);
}
