import { data } from "react-router";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/error";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ params }) => [
  { title: m.public_api_documentation_3({ code: params.code ?? "" }) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { errors } = await context.get(apiContext)("GET /developer/docs", {});
  const error = errors.find(({ code }) => code === params.code);
  return error ? { error } : data({ error: null }, { status: 404 });
}

export default function DocsError({ loaderData: { error } }: Route.ComponentProps) {
  if (!error)
    return (
      <DocsPage title={m.public_the_api_has_no_error_of()}>
        <p>
          <a href={`${docsPath}/errors`}>{m.public_all_errors()}</a>
        </p>
      </DocsPage>
    );
  return (
    <DocsPage title={error.code}>
      <section>
        <p>HTTP {error.status}</p>
        <h2>{m.public_what_happened()}</h2>
        <p>
          <Prose text={error.what} />
        </p>
        <h2>{m.public_what_to_do()}</h2>
        <p>
          <Prose text={error.todo} />
        </p>
        <p>
          <a href={`${docsPath}/errors`}>{m.public_all_errors()}</a>
        </p>
      </section>
    </DocsPage>
  );
}
