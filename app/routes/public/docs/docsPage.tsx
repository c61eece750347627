import type { ReactNode } from "react";
import { href } from "react-router";
import { BrandMark } from "#app/ui/brand.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { guides } from "./guides.tsx";

/** The address of the documentation. Its pages are plain documents, so its links are plain links. */
export const docsPath = href("/developers/docs");

/** The frame of a documentation page: navigation next to the content. */
export function DocsPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  const root = useRoot();
  return (
    <>
      <header className="site-head">
        <div className="wrap">
          <a className="wordmark" href="/">
            <BrandMark size={34} />
            {root?.brand.name}
          </a>
          <a className="button button-outline" href={href("/developers")}>
            {m.common_developers()}
          </a>
        </div>
      </header>
      <main id="main" className="wrap legal docs" tabIndex={-1}>
        <h1>{title}</h1>
        <nav aria-label={m.public_docs_page_documentation_label()}>
          <a href={docsPath}>{m.common_overview()}</a>
          {guides.map((guide) => (
            <a key={guide.id} href={`${docsPath}/guides/${guide.id}`}>
              {guide.title()}
            </a>
          ))}
          <a href={`${docsPath}#calls`}>{m.public_docs_all_calls()}</a>
          <a href={`${docsPath}/errors`}>{m.public_docs_errors()}</a>
          <a href={`${docsPath}/changelog`}>{m.public_docs_changelog()}</a>
        </nav>
        <div>
          {children}
          <LanguageForm />
        </div>
      </main>
    </>
  );
}
