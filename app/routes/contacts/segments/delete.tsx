import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_segments_delete_segment() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /segments/:segmentId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /segments/:segmentId", params);
  return done(href("/contacts/segments"), m.contacts_segments_delete_segment_deleted());
});

export default function DeleteSegment({ loaderData: { segment }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.contacts_segments_delete_segment_title()}
      answer={actionData}
      confirm={{ label: m.contacts_segments_delete_segment() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/contacts/segments/:segmentId", { segmentId: segment.id }),
      }}
    >
      <Naming message={m.contacts_segments_delete_text} name={segment.name} />
    </ConfirmPage>
  );
}
