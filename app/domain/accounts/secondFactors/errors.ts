import { accountsError } from "#app/domain/accounts/errors.ts";

/** The refusal of a code that neither the app shows now nor an unused backup code is. */
export function wrongCode() {
  return accountsError("second_factor.wrong_code:or_backup", { field: "code" });
}
