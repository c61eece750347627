import { byLocale, datesIn } from "#app/platform/byLocale.ts";
import type { LegalSection } from "#app/routes/public/content/legalText.ts";
import { BrandMark } from "#app/ui/brand.tsx";
import { m } from "#messages";

const dayFormat = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);

/** A legal text with a table of its numbered sections. */
export function LegalPage({
  brand,
  title,
  changedOn,
  sections,
}: {
  brand: string;
  title: string;
  changedOn: string;
  sections: LegalSection[];
}) {
  return (
    <>
      <header className="site-head">
        <div className="wrap">
          <a className="wordmark" href="/">
            <BrandMark size={34} />
            {brand}
          </a>
          <a className="button button-outline" href="/">
            {m.public_back_to_home()}
          </a>
        </div>
      </header>
      <main id="main" className="wrap legal" tabIndex={-1}>
        <h1>{title}</h1>
        <p className="lead">
          {m.public_last_changed_on()}{" "}
          <time dateTime={changedOn}>{dayFormat().format(new Date(changedOn))}</time>
        </p>
        <nav aria-label={m.public_sections()}>
          <ol>
            {sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#s${index + 1}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {sections.map((section, index) => (
            <section key={section.title} id={`s${index + 1}`}>
              <h2>
                {index + 1}. {section.title}
              </h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {section.list && (
                <ul>
                  {section.list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          <p>
            <a className="button button-primary" href="/">
              {m.public_back_to_home()}
            </a>
          </p>
        </div>
      </main>
    </>
  );
}
