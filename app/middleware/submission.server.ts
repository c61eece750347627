import type { Submission } from "@conform-to/react";
import { data } from "react-router";
import { ApiError } from "#app/api/client.server.ts";

/**
 * The answer to a form that did not go through: status 400 (or 429), the typed values kept, messages at their fields.
 * Pass the error that the API client threw; anything but an `ApiError` goes on to the error boundary.
 */
export function refuse<Schema, Value>(submission: Submission<Schema, string[], Value>, error?: unknown) {
  if (error === undefined) return data({ result: submission.reply() }, { status: 400 });
  if (!(error instanceof ApiError)) throw error;
  const fieldErrors: Record<string, string[]> = {};
  for (const [name, message] of Object.entries(error.fields)) fieldErrors[name] = [message];
  const tiedToFields = Object.keys(fieldErrors).length > 0;
  return data(
    { result: submission.reply({ fieldErrors, ...(tiedToFields ? {} : { formErrors: [error.message] }) }) },
    { status: error.status === 429 ? 429 : 400 },
  );
}
