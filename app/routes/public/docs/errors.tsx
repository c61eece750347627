import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/errors";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose, Sample } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: m.public_errors_api_documentation() }];

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
    <DocsPage title={m.public_errors()}>
      <section>
        <p>{m.public_every_refusal_has_one_shape_programs()}</p>
        <Sample>{sample}</Sample>
      </section>
      <section>
        <h2>{m.public_all_codes()}</h2>
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
