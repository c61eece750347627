import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copyButton.tsx";
import { Form } from "#app/ui/form.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

/**
 * The default key: its text only after a form requested it. `hidden`: its first and last characters, null
 * before it is created.
 */
export function KeyCard({
  apiKey,
  hidden,
}: {
  apiKey: string | null;
  hidden: { text: string; createdAt: string } | null;
}) {
  if (!hidden) return <NoKey />;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <h3 className="font-semibold">{m.developers_key_live_key_heading()}</h3>
        {/* One touch selects all of it, so that it can be copied without script. */}
        <p>
          <code className="block select-all break-all rounded-control border border-line px-4 py-3">
            {apiKey ?? hidden.text}
          </code>
        </p>
        <p className="hint">
          <ParaglideMessage
            message={m.developers_key_created_text}
            markup={{ time: () => <Time value={hidden.createdAt} /> }}
          />
        </p>
      </div>
      <div className="row-actions">
        {apiKey ? (
          <>
            <CopyButton text={apiKey} />
            <ButtonLink to={href("/developers")} variant="secondary" preventScrollReset>
              {m.ui_hide()}
            </ButtonLink>
          </>
        ) : (
          <Form method="post" preventScrollReset>
            <Button variant="secondary">{m.common_show()}</Button>
          </Form>
        )}
        <ButtonLink to={href("/developers/keys")} variant="quiet">
          {m.developers_key_more_keys_link()}
        </ButtonLink>
        <ButtonLink to={href("/developers/regenerate")} variant="danger-quiet">
          {m.developers_key_regenerate_link()}
        </ButtonLink>
      </div>
    </div>
  );
}

const NoKey = () => (
  <div className="grid gap-4">
    <p>{m.developers_key_no_key_yet_text()}</p>
    <Form method="post" preventScrollReset className="row-actions">
      <Button name="intent" value="create-key">
        {m.developers_create_key_button()}
      </Button>
      <ButtonLink to={href("/developers/keys")} variant="quiet">
        {m.developers_key_more_keys_link()}
      </ButtonLink>
    </Form>
  </div>
);
