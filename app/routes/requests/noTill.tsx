import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { m } from "#messages";

/** In place of the form, until a till is connected. */
export const NoTill = ({ mayConnect }: { mayConnect: boolean }) => (
  <EmptyState
    title={m.requests_no_till_title()}
    action={mayConnect && <ButtonLink to={href("/integrations")}>{m.common_integrations()}</ButtonLink>}
  >
    {m.requests_no_till_text()}
  </EmptyState>
);
