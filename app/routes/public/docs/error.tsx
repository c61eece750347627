import { data } from "react-router";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/error";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ params }) => [{ title: `${params.code} – API documentation` }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { errors } = await context.get(apiContext)("GET /developer/docs", {});
  const error = errors.find(({ code }) => code === params.code);
  if (!error) throw data("The API has no error of this name.", { status: 404 });
  return { error };
}

export default function DocsError({ loaderData: { error } }: Route.ComponentProps) {
  return (
    <DocsPage title={error.code}>
      <section>
        <p>HTTP {error.status}</p>
        <h2>What happened</h2>
        <p>
          <Prose text={error.what} />
        </p>
        <h2>What to do</h2>
        <p>
          <Prose text={error.todo} />
        </p>
        <p>
          <a href={`${docsPath}/errors`}>All errors</a>
        </p>
      </section>
    </DocsPage>
  );
}
