import { href } from "react-router";
import { draftOf } from "#app/domain/contacts/segments/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { Found } from "./found.tsx";
import { saveSegment } from "./segmentAction.server.ts";
import { SegmentForm } from "./segmentForm.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData.segment.name }];

export async function loader({ context, params: { segmentId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [found, choices] = await Promise.all([
    api("GET /segments/:segmentId", { segmentId }),
    api("GET /conditions/choices", {}),
  ]);
  return { ...found, choices, mayDelete: may(context.get(userContext), "segments.delete") };
}

export async function action({ context, request, params: { segmentId } }: Route.ActionArgs) {
  const api = context.get(apiContext);
  return saveSegment(request, api, async (segment) => {
    await api("PUT /segments/:segmentId", { ...segment, segmentId });
    return done(
      href("/contacts/segments/:segmentId", { segmentId }),
      m.contacts_segments_segment_saved_done(),
    );
  });
}

export default function EditSegment({ loaderData, actionData }: Route.ComponentProps) {
  const { segment, choices, mayDelete, ...found } = loaderData;
  const answer = useLastAnswer(actionData);
  const params = { segmentId: segment.id };
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{segment.name}</span>}
        description={m.contacts_segments_lead()}
        actions={
          mayDelete && (
            <ButtonLink variant="danger-quiet" to={href("/contacts/segments/:segmentId/delete", params)}>
              {m.common_delete()}
            </ButtonLink>
          )
        }
      />
      <Card>
        <div className="grid gap-5">
          <Found found={answer?.found ?? found} />
          <SegmentForm
            name={segment.name}
            draft={draftOf(segment.conditions)}
            answer={answer}
            choices={choices}
            back={href("/contacts/segments")}
            submitLabel={m.common_save_changes()}
          />
        </div>
      </Card>
    </>
  );
}
