import { termsChangedOn, termsOfService } from "#app/routes/public/content/termsOfService.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/termsOfService";
import { LegalPage } from "./legalPage.tsx";

export const handle = { scripts: "none", styles: "public" };

/** The same for everybody: server.ts answers it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": m.public_public_no_cache() });

export const meta: Route.MetaFunction = () => [{ title: m.public_terms_of_service() }];

export default function TermsOfService() {
  const brand = useRoot()?.brand;
  if (!brand) return null;
  const sections = termsOfService({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage
      brand={brand.name}
      title={m.public_terms_of_service()}
      changedOn={termsChangedOn}
      sections={sections}
    />
  );
}
