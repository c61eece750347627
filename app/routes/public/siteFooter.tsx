import { href } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { BrandMark } from "#app/ui/brand.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { m } from "#messages";
import { useOwnLanguage } from "./ownLanguage.ts";

/** Contact details and legal pages. */
export function SiteFooter({
  brand,
  salesEmail,
  phone,
}: {
  brand: string;
  salesEmail: string;
  phone: string;
}) {
  const ownLanguage = useOwnLanguage();
  return (
    <footer className="site-foot">
      <div className="hem" />
      <div className="wrap">
        <p className="wordmark">
          <BrandMark size={34} />
          {brand}
        </p>
        <p>
          {m.public_site_footer_nairobi_kenya_text()}
          <br />
          <a href={`mailto:${salesEmail}`}>{salesEmail}</a>
          <br />
          <a href={`https://wa.me/${phone}`} target="_blank" rel="noreferrer">
            {m.public_site_footer_whatsapp_link({ phone: readablePhone(`+${phone}`) })}
          </a>
        </p>
        <nav aria-label={m.public_site_footer_legal_label()}>
          <a href={ownLanguage(href("/security"))}>{m.public_security_title()}</a>
          <a href={ownLanguage(href("/privacy-policy"))}>{m.public_privacy_policy()}</a>
          <a href={ownLanguage(href("/terms-of-service"))}>{m.public_terms_of_service()}</a>
        </nav>
        <LanguageForm />
        <p>
          <small>© {m.public_site_footer_trademark_text({ brand })}</small>
        </p>
      </div>
    </footer>
  );
}
