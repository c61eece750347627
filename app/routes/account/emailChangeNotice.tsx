import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

/** Says that a new address waits for its code; empty without a pending change. */
export function EmailChangeNotice({ change }: { change: { newEmail: string } | null }) {
  if (!change) return null;
  return (
    <div className="mb-6">
      <Notice title={m.account_email_change_notice_title()}>
        <ParaglideMessage
          message={m.account_email_change_notice_text}
          markup={{
            strong: () => <strong className="wrap-anywhere">{change.newEmail}</strong>,
            link: ({ children }) => (
              <Link className="link" to={href("/profile/email")}>
                {children}
              </Link>
            ),
          }}
        />
      </Notice>
    </div>
  );
}
