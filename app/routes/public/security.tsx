import { href } from "react-router";
import { securityTopics } from "#app/routes/public/content/security.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/security";
import { languageLinks } from "./ownLanguage.ts";
import { ReadingHeader } from "./readingHeader.tsx";
import { SiteFooter } from "./siteFooter.tsx";

export const handle = { scripts: "none", styles: "public" };

/** The same for everyone: server.ts serves it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache" });

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: m.public_security_title() },
  { name: "description", content: m.public_security_lead() },
  ...languageLinks(matches[0].loaderData, href("/security")),
];

export default function Security() {
  const brand = useRoot()?.brand;
  if (!brand) return null;
  return (
    <>
      <ReadingHeader brand={brand.name} />
      <main id="main" className="wrap topics" tabIndex={-1}>
        <h1>{m.public_security_title()}</h1>
        <p className="lead">{m.public_security_lead()}</p>
        {securityTopics.map(({ title, points }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className="ticks">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2>{m.public_security_missing_title()}</h2>
          <p>{m.public_security_missing_text()}</p>
          <p>{m.public_security_contact_text({ salesEmail: brand.salesEmail })}</p>
        </section>
      </main>
      <SiteFooter brand={brand.name} salesEmail={brand.salesEmail} phone={brand.whatsappChatNumber} />
    </>
  );
}
