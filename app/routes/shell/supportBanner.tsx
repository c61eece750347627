import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

/** A banner on every page of a workspace opened by staff: whose it is, for how long, and the exit. */
export function SupportBanner({ acting, title, text }: { acting: boolean; title: string; text: string }) {
  return (
    <div className="mb-5">
      <Notice tone={acting ? "bad" : "warn"} title={title}>
        <p>{text}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <Form method="post" action={href("/support-view/end")}>
            <Button variant="secondary">{m.shell_support_end()}</Button>
          </Form>
          {!acting && (
            <ButtonLink variant="quiet" to={href("/support-view/act")}>
              {m.shell_support_request_to_act()}
            </ButtonLink>
          )}
        </div>
      </Notice>
    </div>
  );
}
