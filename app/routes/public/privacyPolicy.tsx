import { href } from "react-router";
import { privacyChangedOn, privacyPolicy } from "#app/routes/public/content/privacyPolicy.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/privacyPolicy";
import { LegalPage } from "./legalPage.tsx";
import { languageLinks } from "./ownLanguage.ts";

export const handle = { scripts: "none", styles: "public" };

/** The same for everyone: server.ts serves it from memory. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache" });

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: m.public_privacy_policy() },
  ...languageLinks(matches[0].loaderData, href("/privacy-policy")),
];

export default function PrivacyPolicy() {
  const brand = useRoot()?.brand;
  if (!brand) return null;
  const sections = privacyPolicy({ brand: brand.name, salesEmail: brand.salesEmail });
  return (
    <LegalPage
      brand={brand.name}
      title={m.public_privacy_policy()}
      english={href("/privacy-policy")}
      changedOn={privacyChangedOn}
      sections={sections}
    />
  );
}
