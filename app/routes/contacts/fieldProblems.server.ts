import { ApiError } from "#app/api/client.server.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";

/** Makes the call; a refused value is shown at its row of the form. */
export async function atRows<Answer>(
  rows: readonly { name: string }[],
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const [at, text] of Object.entries(error.fields)) {
      const name = /^fields\.(.+)$/s.exec(at)?.[1];
      const index = rows.findIndex((row) => name !== undefined && fieldKey(row.name) === fieldKey(name));
      if (index < 0) continue;
      delete error.fields[at];
      error.fields[`fields[${index}].value`] = text;
    }
    throw error;
  }
}
