import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { CallOutput } from "#app/api/client.server.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/call";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { Prose, Sample } from "./prose.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? m.public_docs_call_page_title({ callTitle: loaderData.call.title })
      : m.public_docs_api_documentation(),
  },
];

export const loader = ({ context, params: { callId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /developer/docs/call", { name: callId });

const languages = { curl: "curl", javascript: "JavaScript", python: "Python" } as const;

export default function DocsCall({ loaderData: { call } }: Route.ComponentProps) {
  return (
    <DocsPage title={call.title}>
      <section>
        <p>
          <code>
            {call.method} {call.path}
          </code>
        </p>
        <p>
          <Prose text={call.description} />
        </p>
        <p>
          <Prose text={m.public_docs_call_scope_text({ scope: call.scope })} />{" "}
          {call.inTestMode ? m.public_docs_call_test_key_text() : m.public_docs_call_live_key_text()}
        </p>
      </section>
      <section>
        <h2>{m.public_fields()}</h2>
        {call.fields.length > 0 && currentLocale() !== "en" && (
          <p>{m.public_docs_call_fields_in_english()}</p>
        )}
        <Fields fields={call.fields} empty={m.public_docs_call_no_fields()} />
      </section>
      <section>
        <h2>{m.public_docs_call_examples_heading()}</h2>
        {(Object.keys(languages) as (keyof typeof languages)[]).map((language) => (
          <div key={language} id={language}>
            <h3>{languages[language]}</h3>
            <Sample>{call.examples[language]}</Sample>
          </div>
        ))}
      </section>
      <section>
        <h2>{m.common_response()}</h2>
        <p>
          HTTP {call.status}
          {call.answer.name && `: ${call.answer.name}`}
        </p>
        <Fields fields={call.answer.fields} empty={m.public_docs_call_nothing_empty()} />
      </section>
      <section>
        <h2>{m.public_docs_errors()}</h2>
        <p>
          <ParaglideMessage
            message={m.public_docs_call_errors_text}
            markup={{ a: ({ children }) => <a href={`${docsPath}/errors`}>{children}</a> }}
          />
        </p>
        {call.errors.length === 0 ? (
          <p>{m.public_docs_call_none_text()}</p>
        ) : (
          <ul>
            {call.errors.map((code) => (
              <li key={code}>
                <a href={`${docsPath}/errors/${code}`}>{code}</a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </DocsPage>
  );
}

type Field = CallOutput<"GET /developer/docs/call">["call"]["fields"][number];

function Fields({ fields, empty }: { fields: Field[]; empty: string }) {
  if (fields.length === 0) return <p>{empty}</p>;
  return (
    <dl>
      {fields.map(({ name, type, required, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <small>{required ? type : m.public_docs_call_optional_note({ type })}</small>
          </dt>
          {description && (
            <dd>
              <Prose text={description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
