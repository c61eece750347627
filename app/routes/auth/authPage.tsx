import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { BrandMark } from "#app/ui/brand.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

/** The frame of the screens around the sign-in: the form, and a panel next to it if there is room. */
export function AuthPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const root = useRoot();
  return (
    <div className={aside ? "auth auth-split" : "auth"}>
      <div className="auth-side">
        <header className="auth-head">
          <Link to="/" className="auth-brand">
            <BrandMark size={36} />
            {root?.brand.name}
          </Link>
        </header>
        <main id="main" className="auth-main">
          <h1>{title}</h1>
          {lead && <p className="auth-lead">{lead}</p>}
          {children}
        </main>
        <footer className="auth-foot">
          <Link to={href("/terms")}>{m.auth_page_terms_of_service_link()}</Link>
          <Link to={href("/privacy")}>{m.auth_page_privacy_policy_link()}</Link>
          <LanguageForm />
        </footer>
      </div>
      {aside && (
        <aside className="auth-aside">
          <div>{aside}</div>
        </aside>
      )}
    </div>
  );
}
