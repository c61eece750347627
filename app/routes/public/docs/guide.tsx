import { data } from "react-router";
import { platformContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/guide";
import { DocsPage, docsPath } from "./docsPage.tsx";
import { guideOf } from "./guides.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ params }) => [
  {
    title: m.public_docs_guide_page_title({
      title: guideOf(params.guideId)?.title() ?? m.public_docs_guide_default_title(),
    }),
  },
];

export function loader({ params, context }: Route.LoaderArgs) {
  const { appUrl } = context.get(platformContext).config;
  return guideOf(params.guideId) ? { appUrl } : data({ appUrl }, { status: 404 });
}

export default function DocsGuide({ params, loaderData }: Route.ComponentProps) {
  const guide = guideOf(params.guideId);
  if (!guide)
    return (
      <DocsPage title={m.public_docs_guide_unknown_title()}>
        <p>
          <a href={docsPath}>{m.common_overview()}</a>
        </p>
      </DocsPage>
    );
  return <DocsPage title={guide.title()}>{guide.show(loaderData.appUrl)}</DocsPage>;
}
