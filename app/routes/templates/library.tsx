import { href } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/library";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.templates_library_template_library() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const requested = new URL(request.url).searchParams.get("language") ?? undefined;
  const library = await pageApi(context)("GET /templates/library", {
    language: requested as "en" | undefined,
  });
  return { ...library, mayManage: may(context.get(userContext), "templates.manage") };
}

export default function TemplateLibrary({
  loaderData: { language, languages, templates, mayManage },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.templates_library_template_library()}
        description={m.templates_library_lead()}
        actions={
          mayManage && (
            <ButtonLink variant="secondary" to={href("/templates/new")}>
              {m.templates_library_blank_link()}
            </ButtonLink>
          )
        }
      />
      <Tabs
        label={m.templates_library_language()}
        items={languages.map(({ code, name }) => ({
          to: `${href("/templates/library")}?language=${code}`,
          label: name,
          current: code === language,
        }))}
      />
      <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {templates.map(({ key, title, use, type, rendered }) => (
          <li key={key} className="grid content-start gap-2">
            <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
              {title} <Badge tone="neutral">{type}</Badge>
            </h2>
            <p className="text-muted text-sm">{use}</p>
            <PhoneWall>
              <MessageBubble rendered={rendered} />
            </PhoneWall>
            {mayManage && (
              <p>
                <ButtonLink
                  variant="secondary"
                  to={`${href("/templates/new")}?use=${key}&language=${language}`}
                  aria-label={m.templates_library_use_label({ title })}
                >
                  {m.templates_library_use_link()}
                </ButtonLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
