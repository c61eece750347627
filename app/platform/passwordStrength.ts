const criteria = [/^.{8,}$/su, /\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d]/u];

export type PasswordStrength = "Weak" | "Fair" | "Good" | "Strong";

/** The password meter: one point each for length, upper case, lower case, digit, special character. */
export function passwordStrength(password: string): { score: number; label: PasswordStrength } {
  const score = criteria.filter((criterion) => criterion.test(password)).length;
  return { score, label: score < 2 ? "Weak" : score === 2 ? "Fair" : score === 3 ? "Good" : "Strong" };
}
