import type { Toast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import { Icon } from "./icon.tsx";

/**
 * Flash messages: top right, and on phones above the page, where they cover nothing. Each can be dismissed,
 * also without script. The region is always there, so that screen readers announce changes. `id`
 * distinguishes a new message with the same text.
 */
export function Toasts({ toast }: { toast: (Toast & { id?: string }) | null }) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toast && (
        <details key={toast.id} className={`toast toast-${toast.kind}`} open>
          <summary aria-label={m.ui_close_message_label()}>
            <Icon name="x" size={18} />
          </summary>
          <p>{toast.text}</p>
        </details>
      )}
    </div>
  );
}
