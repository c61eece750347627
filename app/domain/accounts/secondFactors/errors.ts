import { accountsError } from "#app/domain/accounts/errors.ts";

/** The refusal of a code that is neither the app's current one nor an unused backup code. */
export function wrongCode() {
  return accountsError("second_factor.wrong_code:or_backup", { field: "code" });
}
