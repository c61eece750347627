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
      <Notice tone="warn" title={m.chat_outside_the_24_hour_window_send()}>
        {m.chat_whatsapp_lets_you_write_freely_for()}
      </Notice>
      {typeof refusedText === "string" && (
        <p role="alert">
          <strong>{m.chat_your_message_was_not_sent()}</strong> {refusedText}
        </p>
      )}
      {!optedOut && (
        <ButtonLink to={`${path}/template`} className="justify-self-start">
          {m.chat_send_a_template()}
        </ButtonLink>
      )}
    </div>
  );
}
