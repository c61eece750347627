import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/statementFile";

/** The payments of a till in a month, as a file. */
export const loader = ({ request, context, params }: Route.LoaderArgs) => {
  const month = new URL(request.url).searchParams.get("month") ?? "";
  return orThrowPage(context.get(apiContext).raw("GET /tills/:tillId/statement/file", { ...params, month }));
};
