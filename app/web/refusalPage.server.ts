import { data } from "react-router";
import { ApiError } from "#app/api/client.server.ts";

/**
 * Awaits the calls of a loader; a refusal becomes the screen's error page, with the API's status, message and
 * reference.
 */
export async function orThrowPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError) {
      const reference = error.status >= 500 && error.requestId ? ` (reference ${error.requestId})` : "";
      throw data(`${error.message}${reference}`, { status: error.status });
    }
    throw error;
  }
}
