import { data } from "react-router";
import { platformContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/guide";
import { DocsPage } from "./docsPage.tsx";
import { guideOf } from "./guides.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = ({ params }) => [
  { title: m.public_api_documentation_4({ title: guideOf(params.guideId)?.title ?? m.public_guide() }) },
];

export function loader({ params, context }: Route.LoaderArgs) {
  if (!guideOf(params.guideId)) throw data(m.public_there_is_no_guide_of_this(), { status: 404 });
  return { appUrl: context.get(platformContext).config.appUrl };
}

export default function DocsGuide({ params, loaderData }: Route.ComponentProps) {
  const guide = guideOf(params.guideId)!;
  return <DocsPage title={guide.title}>{guide.show(loaderData.appUrl)}</DocsPage>;
}
