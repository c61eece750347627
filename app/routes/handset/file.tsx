import { href, redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/file";

/** A file on the simulated phone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [phoneNumberId, file] = [query.get("business") ?? "", query.get("file") ?? ""];
  if (file === "") return redirect(href("/sandbox"));
  try {
    return await context.get(apiContext).raw("GET /sandbox/file", { phoneNumberId, file });
  } catch (error) {
    if (error instanceof ApiError) return new Response(null, { status: error.status });
    throw error;
  }
}

/** Sends a file as the customer. The address names the phone, since only the API reads the form. */
export async function action({ request, context }: Route.ActionArgs) {
  const type = request.headers.get("content-type") ?? "";
  const query = new URL(request.url).searchParams;
  const back = `${href("/sandbox")}?${query}#answer`;
  return context
    .get(apiContext)
    .raw(
      "POST /sandbox/file",
      {},
      { headers: { "content-type": type }, ...(request.body ? { body: request.body } : {}) },
    )
    .then(
      () => redirect(back),
      (error: Error) => redirect(back, { headers: withToast({ kind: "error", text: error.message }) }),
    );
}
