import { useRouteLoaderData } from "react-router";
import { privacyChangedOn, privacyPolicy } from "#app/content/privacyPolicy.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { LegalPage } from "#app/ui/landing/legalPage.tsx";
import type { Route } from "./+types/privacyPolicy";

export const handle = { scripts: "none", styles: "public" };

/** The same for everybody: server.ts answers it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache" });

export const meta: Route.MetaFunction = () => [{ title: "Privacy Policy" }];

export default function PrivacyPolicy() {
  const brand = useRouteLoaderData<typeof rootLoader>("root")?.brand;
  if (!brand) return null;
  const sections = privacyPolicy({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage brand={brand.name} title="Privacy Policy" changedOn={privacyChangedOn} sections={sections} />
  );
}
