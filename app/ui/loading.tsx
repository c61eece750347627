import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { BrandMark } from "./brand.tsx";

/** The indicator that the next page is loading. */
export function LoadingBar() {
  return (
    <p className="loading-bar" role="status">
      {m.ui_loading()}
    </p>
  );
}

/**
 * The full-screen loader, on the way into the workspace: hidden until a form with its id in `data-loader` is
 * submitted (app/routes/auth/checkedForms.js). Without script it never shows.
 */
export function FullScreenLoader({ id, message }: { id: string; message?: string }) {
  const root = useRoot();
  return (
    <div className="loader" id={id} role="status" hidden>
      <BrandMark size={56} />
      <p className="loader-message">{message ?? `${root?.brand.name}...`}</p>
      <p>{m.ui_loading_text()}</p>
    </div>
  );
}
