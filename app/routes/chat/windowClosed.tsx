import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

/** In place of the reply box. `refusedText` was written before the window closed. */
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
      <Notice tone="warn" title={m.chat_window_closed_title()}>
        {m.chat_window_closed_text()}
      </Notice>
      {typeof refusedText === "string" && (
        <p role="alert">
          <strong>{m.chat_window_closed_not_sent()}</strong> {refusedText}
        </p>
      )}
      {!optedOut && (
        <ButtonLink to={`${path}/template`} className="justify-self-start">
          {m.common_send_template()}
        </ButtonLink>
      )}
    </div>
  );
}
