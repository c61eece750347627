const lines = [
  { side: "in", text: "Habari! Is my parcel on its way?", time: "09:41" },
  { side: "out", text: "Habari Wanjiru! Parcel KE-2048 left Nakuru at 08:15.", time: "09:41" },
  { side: "out", text: "It reaches Westlands today before 16:00.", time: "09:41" },
  { side: "in", text: "Asante sana!", time: "09:42" },
] as const;

/** A picture of what customers see. It says nothing that the page needs. */
export function ChatPreview() {
  return (
    <>
      <p className="auth-slogan">Every customer one message away.</p>
      <div className="chat-preview" aria-hidden="true">
        <p className="chat-preview-head">
          <span className="chat-preview-face">DL</span>
          <span>
            Duka Letu
            <small>online</small>
          </span>
        </p>
        {lines.map((line) => (
          <p key={line.text} className={`bubble bubble-${line.side}`}>
            {line.text} <small>{line.time}</small>
          </p>
        ))}
      </div>
      <p className="auth-aside-text">
        Receipts, reminders and answers, delivered on WhatsApp and seen in minutes.
      </p>
    </>
  );
}
