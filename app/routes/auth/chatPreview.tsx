import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

const lines = lazy([
  { side: "in", text: m.auth_habari_is_my_parcel_on_its, time: "09:41" },
  { side: "out", text: m.auth_habari_wanjiru_parcel_ke_2048_left, time: "09:41" },
  { side: "out", text: m.auth_it_reaches_westlands_today_before_16, time: "09:41" },
  { side: "in", text: m.auth_asante_sana, time: "09:42" },
]);

/** A decorative picture of what customers see. */
export function ChatPreview() {
  return (
    <>
      <p className="auth-slogan">{m.auth_every_customer_one_message_away()}</p>
      <div className="chat-preview" aria-hidden="true">
        <p className="chat-preview-head">
          <span className="chat-preview-face">{m.auth_dl()}</span>
          <span>
            {m.auth_duka_letu()}
            <small>{m.auth_online()}</small>
          </span>
        </p>
        {lines.map((line) => (
          <p key={line.text} className={`bubble bubble-${line.side}`}>
            {line.text} <small>{line.time}</small>
          </p>
        ))}
      </div>
      <p className="auth-aside-text">{m.auth_receipts_reminders_and_answers_delivered_on()}</p>
    </>
  );
}
