import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { currentLocale, defaultLocale } from "#app/platform/locale/locale.ts";
import type { LegalSection } from "#app/routes/public/content/legalText.ts";
import { LanguageForm } from "#app/ui/languageForm.tsx";
import { m } from "#messages";
import { useOwnLanguage } from "./ownLanguage.ts";
import { ReadingHeader } from "./readingHeader.tsx";

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
  english,
  title,
  changedOn,
  sections,
}: {
  brand: string;
  /** The address of the English text. */
  english: string;
  title: string;
  changedOn: string;
  sections: LegalSection[];
}) {
  const ownLanguage = useOwnLanguage();
  return (
    <>
      <ReadingHeader brand={brand} />
      <main id="main" className="wrap legal" tabIndex={-1}>
        <h1>{title}</h1>
        <p className="lead">
          <ParaglideMessage
            message={m.public_legal_page_changed_on}
            markup={{
              time: () => <time dateTime={changedOn}>{dayFormat().format(new Date(changedOn))}</time>,
            }}
          />
        </p>
        <EnglishPrevails english={english} />
        <nav aria-label={m.public_sections_label()}>
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
            <a className="button button-primary" href={ownLanguage("/")}>
              {m.public_legal_page_back_to_home_link()}
            </a>
          </p>
          <LanguageForm />
        </div>
      </main>
    </>
  );
}

/** Which text is binding, shown on translations. */
function EnglishPrevails({ english }: { english: string }) {
  if (currentLocale() === defaultLocale) return null;
  const query = new URLSearchParams({ locale: defaultLocale, to: english });
  return (
    <p>
      <ParaglideMessage
        message={m.public_legal_page_english_prevails}
        markup={{ link: ({ children }) => <a href={`${href("/language")}?${query}`}>{children}</a> }}
      />
    </p>
  );
}
