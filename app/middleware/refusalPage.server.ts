import { data } from "react-router";
import { ApiError } from "#app/api/client.server.ts";

/** Awaits the calls of a loader; a refusal becomes the screen's error page, with the API's status and message. */
export async function orErrorPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError) throw data(error.message, { status: error.status });
    throw error;
  }
}
