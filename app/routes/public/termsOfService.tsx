import { useRouteLoaderData } from "react-router";
import { termsChangedOn, termsOfService } from "#app/content/termsOfService.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { LegalPage } from "#app/ui/landing/legalPage.tsx";
import type { Route } from "./+types/termsOfService";

export const handle = { scripts: "none", styles: "public" };

/** The same for everybody: server.ts answers it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache" });

export const meta: Route.MetaFunction = () => [{ title: "Terms of Service" }];

export default function TermsOfService() {
  const brand = useRouteLoaderData<typeof rootLoader>("root")?.brand;
  if (!brand) return null;
  const sections = termsOfService({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage brand={brand.name} title="Terms of Service" changedOn={termsChangedOn} sections={sections} />
  );
}
