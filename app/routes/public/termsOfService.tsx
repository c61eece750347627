import { href } from "react-router";
import { termsChangedOn, termsOfService } from "#app/routes/public/content/termsOfService.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/termsOfService";
import { LegalPage } from "./legalPage.tsx";
import { languageLinks } from "./ownLanguage.ts";

export const handle = { scripts: "none", styles: "public" };

/** The same for everyone: server.ts serves it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache" });

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: m.public_terms_of_service() },
  ...languageLinks(matches[0].loaderData, href("/terms-of-service")),
];

export default function TermsOfService() {
  const brand = useRoot()?.brand;
  if (!brand) return null;
  const sections = termsOfService({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage
      brand={brand.name}
      title={m.public_terms_of_service()}
      english={href("/terms-of-service")}
      changedOn={termsChangedOn}
      sections={sections}
    />
  );
}
