import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type { Route } from "./+types/changelog";
import { DocsPage } from "./docsPage.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: m.public_docs_changelog_page_title() }];

const changes = lazy([
  {
    day: "2026-11-28",
    what: () => [
      m.public_docs_changelog_sequences(),
      m.public_docs_changelog_pins(),
      m.public_docs_changelog_shillings(),
    ],
  },
  {
    day: "2026-11-27",
    what: () => [
      m.public_docs_changelog_products(),
      m.public_docs_changelog_dues(),
      m.public_docs_changelog_snooze(),
      m.public_docs_changelog_requests(),
      m.public_docs_changelog_sms(),
    ],
  },
  {
    day: "2026-11-26",
    what: () => [
      m.public_docs_changelog_more_events(),
      m.public_docs_changelog_reactions(),
      m.public_docs_changelog_deal_note(),
    ],
  },
  {
    day: "2026-11-23",
    what: () => [
      m.public_docs_changelog_rest_hooks(),
      m.public_docs_changelog_close(),
      m.public_docs_changelog_media(),
    ],
  },
  {
    day: "2026-11-22",
    what: () => [
      m.public_docs_changelog_version_one(),
      m.public_docs_changelog_keys(),
      m.public_docs_changelog_number_list(),
    ],
  },
]);

const days = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { dateStyle: "long", timeZone: "UTC" }),
);
const dayWords = (day: string) => days().format(new Date(day));

export default function DocsChangelog() {
  return (
    <DocsPage title={m.public_docs_changelog()}>
      <section>
        <p>{m.public_docs_changelog_lead()}</p>
      </section>
      {changes.map(({ day, what }) => (
        <section key={day}>
          <h2>{dayWords(day)}</h2>
          <ul>
            {what.map((text) => (
              <li key={text}>{text.replaceAll("`", "")}</li>
            ))}
          </ul>
        </section>
      ))}
    </DocsPage>
  );
}
