import { BrandMark } from "#app/ui/brand.tsx";

const places = [
  ["#solutions", "Solutions"],
  ["#features", "Features"],
  ["#case-studies", "Case Studies"],
  ["#pricing", "Pricing"],
  ["#about", "About"],
  ["#faq", "FAQ"],
] as const;

/** The bar of the landing page, compact once the page has been scrolled by more than 10 px. */
export function SiteHeader({ brand, appHost }: { brand: string; appHost: string }) {
  const links = places.map(([href, label]) => (
    <li key={href}>
      <a href={href}>{label}</a>
    </li>
  ));
  return (
    <header className="site-head">
      <div className="wrap">
        <a className="wordmark" href="/">
          <BrandMark size={34} />
          {brand}
        </a>
        <nav aria-label="Sections" className="places">
          <ul>{links}</ul>
        </nav>
        <a className="button button-quiet" href={`${appHost}/login`}>
          Sign In
        </a>
        <a className="button button-primary" href={`${appHost}/signup`}>
          Get Started
        </a>
        <details>
          <summary aria-label="Menu">
            <svg
              width="24"
              height="24"
              viewBox="0 0 24 24"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="M3 6h18M3 12h18M3 18h18" />
            </svg>
          </summary>
          <nav aria-label="Menu">
            <ul>
              {links}
              <li>
                <a href={`${appHost}/login`}>Sign In</a>
              </li>
            </ul>
          </nav>
        </details>
      </div>
    </header>
  );
}
