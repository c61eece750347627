import { href } from "react-router";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { BrandMark } from "#app/ui/brand.tsx";
import { LanguageForm } from "#app/ui/languageForm.tsx";

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
  return (
    <footer className="site-foot">
      <div className="hem" />
      <div className="wrap">
        <p className="wordmark">
          <BrandMark size={34} />
          {brand}
        </p>
        <p>
          Nairobi, Kenya
          <br />
          <a href={`mailto:${salesEmail}`}>{salesEmail}</a>
          <br />
          <a href={`https://wa.me/${phone}`} target="_blank" rel="noreferrer">
            WhatsApp {readablePhone(`+${phone}`)}
          </a>
        </p>
        <nav aria-label="Legal">
          <a href={href("/privacy-policy")}>Privacy Policy</a>
          <a href={href("/terms-of-service")}>Terms of Service</a>
        </nav>
        <LanguageForm />
        <p>
          <small>
            © {brand}. WhatsApp is a trademark of Meta Platforms, Inc. Organisations shown are samples.
          </small>
        </p>
      </div>
    </footer>
  );
}
