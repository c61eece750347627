import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/errors";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose, Sample } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: m.public_docs_page_title() }];

export const loader = ({ context }: Route.LoaderArgs) => context.get(apiContext)("GET /developer/docs", {});

const sample = JSON.stringify(
  {
    type: "https://…/developers/docs/errors/contact.bad_phone",
    code: "contact.bad_phone",
    message: "This is not a phone number.",
    param: "to",
    request_id: "0b9c…",
  },
  null,
  2,
);

export default function DocsErrors({ loaderData: { errors } }: Route.ComponentProps) {
  return (
    <DocsPage title={m.public_docs_errors()}>
      <section>
        <p>{m.public_docs_lead()}</p>
        <Sample>{sample}</Sample>
      </section>
      <section>
        <h2>{m.public_docs_all_codes_heading()}</h2>
        <dl>
          {errors.map(({ code, status, what }) => (
            <div key={code}>
              <dt>
                <a href={`${docsPath}/errors/${code}`}>{code}</a> <small>HTTP {status}</small>
              </dt>
              <dd>
                <Prose text={what} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </DocsPage>
  );
}
