import { m } from "#messages";

/**
 * One point each: length, upper case, lower case, digit, special character. Read with the flags `su`, by the
 * page too.
 */
export const passwordCriteria = ["^.{8,}$", "\\p{Lu}", "\\p{Ll}", "\\d", "[^\\p{L}\\d]"];
/** The label for each number of points. */
export const passwordLabels = () => [
  m.common_password_weak(),
  m.common_password_weak(),
  m.common_password_fair(),
  m.common_password_good(),
  m.common_password_strong(),
  m.common_password_strong(),
];

/** The server's password meter. */
export function passwordStrength(password: string): { score: number; label: string } {
  const score = passwordCriteria.filter((criterion) => new RegExp(criterion, "su").test(password)).length;
  return { score, label: passwordLabels()[score] ?? "" };
}
