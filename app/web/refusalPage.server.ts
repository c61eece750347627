import { data, type RouterContextProvider } from "react-router";
import { ApiError, type CallInput, type CallKey, type CallOutput } from "#app/api/client.server.ts";
import { apiContext } from "./platform.server.ts";

/** The API for loaders: a refusal becomes the screen's error page. */
export function pageApi(context: Readonly<RouterContextProvider>) {
  const api = context.get(apiContext);
  return Object.assign(
    <K extends CallKey>(key: K, input: CallInput<K>): Promise<CallOutput<K>> => orThrowPage(api(key, input)),
    { raw: <K extends CallKey>(key: K, input: CallInput<K>) => orThrowPage(api.raw(key, input)) },
  );
}

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
