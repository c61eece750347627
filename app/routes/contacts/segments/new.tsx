import { href } from "react-router";
import { readDraft } from "#app/domain/contacts/segments/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { Found } from "./found.tsx";
import { saveSegment } from "./segmentAction.server.ts";
import { SegmentForm } from "./segmentForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_segments_new_segment() }];

/** The address may bring conditions, from the contact list. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const choices = await pageApi(context)("GET /conditions/choices", {});
  return { choices, draft: readDraft(new URL(request.url).searchParams) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const api = context.get(apiContext);
  return saveSegment(request, api, async (segment) => {
    const { segmentId } = await api("POST /segments", segment);
    return done(
      href("/contacts/segments/:segmentId", { segmentId }),
      m.contacts_segments_segment_saved_done(),
    );
  });
}

export default function NewSegment({ loaderData: { choices, draft }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.contacts_segments_new_segment()} description={m.contacts_segments_new_lead()} />
      <Card>
        <div className="grid gap-5">
          {answer?.found && <Found found={answer.found} />}
          <SegmentForm
            name=""
            draft={draft.rows.length > 0 ? draft : { match: "all", rows: [firstRow] }}
            answer={answer}
            choices={choices}
            back={href("/contacts/segments")}
            submitLabel={m.contacts_segments_new_save_segment()}
          />
        </div>
      </Card>
    </>
  );
}

const firstRow = { about: "tag", of: "", op: "is", value: "" };
