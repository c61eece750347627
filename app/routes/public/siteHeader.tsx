import { BrandMark } from "#app/ui/brand.tsx";
import { m } from "#messages";
import { useOwnLanguage } from "./ownLanguage.ts";

const places = () =>
  [
    ["#solutions", m.public_site_solutions()],
    ["#features", m.public_site_features()],
    ["#case-studies", m.public_site_case_studies()],
    ["#pricing", m.public_site_pricing()],
    ["#about", m.public_site_about()],
    ["#faq", m.public_site_faq()],
  ] as const;

function Icon({ path }: { path: string }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/**
 * The bar of the landing page, compact once the page has scrolled by more than 10 px. On a phone its menu is
 * open while it is the address's target, so that following any of its links closes it.
 */
export function SiteHeader({ brand, appHost }: { brand: string; appHost: string }) {
  const ownLanguage = useOwnLanguage();
  const links = places().map(([href, label]) => (
    <li key={href}>
      <a href={href}>{label}</a>
    </li>
  ));
  return (
    <header className="site-head">
      <div className="wrap">
        <a className="wordmark" href={ownLanguage("/")}>
          <BrandMark size={34} />
          {brand}
        </a>
        <nav aria-label={m.public_sections_label()} className="places">
          <ul>{links}</ul>
        </nav>
        <a className="button button-quiet" href={`${appHost}/login`}>
          {m.public_site_sign_in_link()}
        </a>
        <a className="button button-primary" href={`${appHost}/signup`}>
          {m.common_get_started()}
        </a>
        <div className="menu">
          <nav aria-label={m.public_site_menu_label()} id="menu">
            <ul>
              {links}
              <li>
                <a href={`${appHost}/login`}>{m.public_site_sign_in_link()}</a>
              </li>
            </ul>
          </nav>
          <a id="menu-link" href="#menu" aria-label={m.public_site_open_menu()}>
            <Icon path="M3 6h18M3 12h18M3 18h18" />
          </a>
          <a href="#menu-link" aria-label={m.public_site_close_menu()}>
            <Icon path="M5 5l14 14M19 5 5 19" />
          </a>
        </div>
      </div>
    </header>
  );
}
