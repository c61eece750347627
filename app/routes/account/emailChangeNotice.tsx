import { href, Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";

/** Says that a new address waits for its code; nothing where no change is under way. */
export function EmailChangeNotice({ change }: { change: { newEmail: string } | null }) {
  if (!change) return null;
  return (
    <div className="mb-6">
      <Notice title="Your new email waits for its code">
        We mailed a code to <strong className="wrap-anywhere">{change.newEmail}</strong>. Until you{" "}
        <Link className="link" to={href("/profile/email")}>
          enter it
        </Link>
        , your address stays as it is.
      </Notice>
    </div>
  );
}
