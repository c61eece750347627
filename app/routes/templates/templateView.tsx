import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";
import type { FormView } from "./submission.server.ts";

export function Warnings({ warnings }: { warnings: FormView["warnings"] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={m.templates_view_warnings_title()}>
      <ul className="grid list-disc gap-1 pl-5">
        {warnings.map(({ rule, text }) => (
          <li key={rule}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

export function Preview({ rendered }: { rendered: FormView["rendered"] }) {
  return (
    <section aria-label={m.templates_view_preview()} className="min-w-0 lg:sticky lg:top-20">
      <h2 className="mb-2 text-lg">{m.templates_view_preview()}</h2>
      <PhoneWall>
        <MessageBubble rendered={{ ...rendered, body: rendered.body || m.templates_view_preview_body() }} />
      </PhoneWall>
    </section>
  );
}
