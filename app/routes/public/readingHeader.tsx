import { BrandMark } from "#app/ui/brand.tsx";
import { m } from "#messages";
import { useOwnLanguage } from "./ownLanguage.ts";

/** The bar of the pages to read: legal texts and security. */
export function ReadingHeader({ brand }: { brand: string }) {
  const ownLanguage = useOwnLanguage();
  return (
    <header className="site-head">
      <div className="wrap">
        <a className="wordmark" href={ownLanguage("/")}>
          <BrandMark size={34} />
          {brand}
        </a>
        <a className="button button-outline" href={ownLanguage("/")}>
          {m.public_legal_page_back_to_home_link()}
        </a>
      </div>
    </header>
  );
}
