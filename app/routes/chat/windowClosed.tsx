import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** In place of the box for a reply. `refusedText` was written before the window closed. */
export function WindowClosed({
  path,
  optedOut,
  refusedText,
}: {
  path: string;
  optedOut: boolean;
  refusedText: unknown;
}) {
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title="Outside the 24-hour window: send a template">
        WhatsApp lets you write freely for 24 hours after the customer last wrote.
      </Notice>
      {typeof refusedText === "string" && (
        <p role="alert">
          <strong>Your message was not sent:</strong> {refusedText}
        </p>
      )}
      {!optedOut && (
        <ButtonLink to={`${path}/template`} className="justify-self-start">
          Send a template
        </ButtonLink>
      )}
    </div>
  );
}
