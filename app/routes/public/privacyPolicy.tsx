import { privacyChangedOn, privacyPolicy } from "#app/routes/public/content/privacyPolicy.ts";
import { useRoot } from "#app/web/useRoot.ts";
import type { Route } from "./+types/privacyPolicy";
import { LegalPage } from "./legalPage.tsx";

export const handle = { scripts: "none", styles: "public" };

/** The same for everybody: server.ts answers it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache" });

export const meta: Route.MetaFunction = () => [{ title: "Privacy Policy" }];

export default function PrivacyPolicy() {
  const brand = useRoot()?.brand;
  if (!brand) return null;
  const sections = privacyPolicy({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage brand={brand.name} title="Privacy Policy" changedOn={privacyChangedOn} sections={sections} />
  );
}
