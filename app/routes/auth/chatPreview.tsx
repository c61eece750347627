import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

const lines = lazy([
  { side: "in", text: m.auth_chat_preview_parcel_question, time: "09:41" },
  { side: "out", text: m.auth_chat_preview_parcel_answer, time: "09:41" },
  { side: "out", text: m.auth_chat_preview_parcel_arrival, time: "09:41" },
  { side: "in", text: m.auth_chat_preview_asante_sana_text, time: "09:42" },
]);

/** A decorative picture of what customers see. */
export function ChatPreview() {
  return (
    <>
      <p className="auth-slogan">{m.auth_chat_preview_slogan()}</p>
      <div className="chat-preview" aria-hidden="true">
        <p className="chat-preview-head">
          <span className="chat-preview-face">{m.auth_chat_preview_dl_text()}</span>
          <span>
            {m.auth_chat_preview_duka_letu_text()}
            <small>{m.auth_chat_preview_online_note()}</small>
          </span>
        </p>
        {lines.map((line) => (
          <p key={line.text} className={`bubble bubble-${line.side}`}>
            {line.text} <small>{line.time}</small>
          </p>
        ))}
      </div>
      <p className="auth-aside-text">{m.auth_chat_preview_slogan_text()}</p>
    </>
  );
}
