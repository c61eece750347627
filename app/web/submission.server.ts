import type { Submission } from "@conform-to/dom";
import { data } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { isSecretField } from "#app/platform/forms/secretFields.ts";

/**
 * The response to a refused form: status 400 (or 429), the typed values kept (secrets not), messages at their
 * fields, and the `code` of a refusal by the API. Pass the error thrown by the API client; anything but an
 * `ApiError` goes to the error boundary. `fallback` is the form's own text for a response without a message.
 */
export function refuse<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  error?: unknown,
  fallback?: string,
  /** Why files were not accepted, by field. */
  files: Record<string, string> = {},
) {
  const hideFields = Object.keys(submission.payload).filter(isSecretField);
  if (error === undefined)
    return data(
      { result: submission.reply({ hideFields, fieldErrors: asLists(files) }), code: undefined },
      { status: 400 },
    );
  if (!(error instanceof ApiError)) throw error;
  const hasMessage = error.code !== "api.error" && error.code !== "api.unreachable";
  const message = hasMessage ? error.message : (fallback ?? error.message);
  const fieldErrors = asLists(error.fields);
  const tiedToFields = Object.keys(fieldErrors).length > 0;
  return data(
    {
      result: submission.reply({
        hideFields,
        fieldErrors,
        ...(tiedToFields ? {} : { formErrors: [message] }),
      }),
      code: error.code as string | undefined,
    },
    { status: error.status === 429 ? 429 : 400 },
  );
}

const asLists = (texts: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text]]));
