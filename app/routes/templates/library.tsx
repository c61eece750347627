import { href, Link } from "react-router";
import { languageWords } from "#app/domain/whatsapp/templates/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/library";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: m.templates_library_template_library() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const requested = new URL(request.url).searchParams.get("language") ?? "";
  const language = (requested in languageWords ? requested : "en") as keyof typeof languageWords;
  const { templates } = await orThrowPage(context.get(apiContext)("GET /templates/library", { language }));
  return { language, templates, mayManage: may(context.get(userContext), "templates.manage") };
}

export default function TemplateLibrary({
  loaderData: { language, templates, mayManage },
}: Route.ComponentProps) {
  return (
    <Modal title={m.templates_library_template_library()} closeTo={href("/templates")} size="xl">
      <p className="mb-3 text-muted">{m.templates_library_lead()}</p>
      <nav aria-label={m.templates_library_language()} className="mb-4 flex flex-wrap gap-x-4">
        {Object.entries(languageWords).map(([code, name]) => (
          <Link
            key={code}
            to={`${href("/templates/library")}?language=${code}`}
            className="link inline-flex min-h-control items-center"
            aria-current={code === language ? "true" : undefined}
            preventScrollReset
          >
            {code === language ? <strong>{name}</strong> : name}
          </Link>
        ))}
      </nav>
      <ul className="grid gap-5 md:grid-cols-2">
        {templates.map(({ key, title, use, type, rendered }) => (
          <li key={key} className="grid content-start gap-2">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              {title} <Badge tone="neutral">{type}</Badge>
            </h3>
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
    </Modal>
  );
}
