import { data } from "react-router";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/error";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ params }) => [
  { title: m.public_docs_error_page_title({ code: params.code ?? "" }) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { errors } = await context.get(apiContext)("GET /developer/docs", {});
  const error = errors.find(({ code }) => code === params.code);
  return error ? { error } : data({ error: null }, { status: 404 });
}

export default function DocsError({ loaderData: { error } }: Route.ComponentProps) {
  if (!error)
    return (
      <DocsPage title={m.public_docs_error_unknown_title()}>
        <p>
          <a href={`${docsPath}/errors`}>{m.public_docs_error_all_errors_link()}</a>
        </p>
      </DocsPage>
    );
  return (
    <DocsPage title={error.code}>
      <section>
        <p>HTTP {error.status}</p>
        <h2>{m.public_docs_error_what_happened_heading()}</h2>
        <p>
          <Prose text={error.what} />
        </p>
        <h2>{m.public_docs_error_what_to_do_heading()}</h2>
        <p>
          <Prose text={error.todo} />
        </p>
        <p>
          <a href={`${docsPath}/errors`}>{m.public_docs_error_all_errors_link()}</a>
        </p>
      </section>
    </DocsPage>
  );
}
