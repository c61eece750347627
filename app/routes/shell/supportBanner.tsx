import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Stands over every page of a workspace that staff opened: whose it is, how long, and the way out. */
export function SupportBanner({
  support,
  businessName,
}: {
  support: { staff: string; acting: boolean; minutesLeft: number };
  businessName: string;
}) {
  return (
    <div className="mb-5">
      <Notice tone={support.acting ? "bad" : "warn"} title={`Support view of ${businessName}`}>
        <p>
          {support.staff}, as the owner sees it. {support.acting ? "You may change things." : "Read only."}{" "}
          {support.minutesLeft} {support.minutesLeft === 1 ? "minute" : "minutes"} left. The owner was told.
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          <Form method="post" action={href("/support-view/end")}>
            <Button variant="secondary">End</Button>
          </Form>
          {!support.acting && (
            <ButtonLink variant="quiet" to={href("/support-view/act")}>
              Ask to act
            </ButtonLink>
          )}
        </div>
      </Notice>
    </div>
  );
}
