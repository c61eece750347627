import { privacyChangedOn, privacyPolicy } from "#app/routes/public/content/privacyPolicy.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/privacyPolicy";
import { LegalPage } from "./legalPage.tsx";

export const handle = { scripts: "none", styles: "public" };

/** The same for everybody: server.ts answers it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": m.public_public_no_cache() });

export const meta: Route.MetaFunction = () => [{ title: m.public_privacy_policy() }];

export default function PrivacyPolicy() {
  const brand = useRoot()?.brand;
  if (!brand) return null;
  const sections = privacyPolicy({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage
      brand={brand.name}
      title={m.public_privacy_policy()}
      changedOn={privacyChangedOn}
      sections={sections}
    />
  );
}
