import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/sheetFile";

/** The treasurer's sheet as a file. */
export const loader = ({ request, context, params }: Route.LoaderArgs) => {
  const { from = "", until = "" } = Object.fromEntries(new URL(request.url).searchParams);
  return orThrowPage(
    context.get(apiContext).raw("GET /books/:bookId/sheet/file", { ...params, from, until }),
  );
};
