import { type FieldRule, fieldRules } from "#app/domain/accounts/fieldRules.ts";

/** The attributes by which `checkedForms.js` checks an input before its form is posted. */
export function checks(field: keyof typeof fieldRules): Record<`data-${string}`, string | number> {
  const rule: FieldRule = fieldRules[field];
  return Object.fromEntries(
    Object.entries(rule).map(([name, value]) => [
      `data-${name}`,
      typeof value === "function" ? value() : value,
    ]),
  );
}
