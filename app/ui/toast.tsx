import type { Toast } from "#app/middleware/toast.server.ts";

/** Flash messages, top right. The region is always there, so that a screen reader hears what is put into it. */
export function Toasts({ toast }: { toast: Toast | null }) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toast && <p className={`toast toast-${toast.kind}`}>{toast.text}</p>}
    </div>
  );
}
