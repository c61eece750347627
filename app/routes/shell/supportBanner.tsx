import { href } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

/** A banner on every page of a workspace opened by staff: whose it is, for how long, and the exit. */
export function SupportBanner({
  support,
  businessName,
}: {
  support: { staff: string; acting: boolean; minutesLeft: number };
  businessName: string;
}) {
  return (
    <div className="mb-5">
      <Notice
        tone={support.acting ? "bad" : "warn"}
        title={m.shell_support_banner_support_view_of({ businessName })}
      >
        <p>
          {m.shell_support_banner_visit_text({
            staff: support.staff,
            acting: support.acting
              ? m.shell_support_banner_acting_text()
              : m.shell_support_banner_read_only(),
            count: support.minutesLeft,
            shown: formatCount(support.minutesLeft),
          })}
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          <Form method="post" action={href("/support-view/end")}>
            <Button variant="secondary">{m.shell_support_end()}</Button>
          </Form>
          {!support.acting && (
            <ButtonLink variant="quiet" to={href("/support-view/act")}>
              {m.shell_support_request_to_act()}
            </ButtonLink>
          )}
        </div>
      </Notice>
    </div>
  );
}
