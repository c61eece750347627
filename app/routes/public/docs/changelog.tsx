import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type { Route } from "./+types/changelog";
import { DocsPage } from "./docsPage.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: m.public_changelog_api_documentation() }];

const changes = lazy([
  {
    day: "2026-11-26",
    what: () => [m.public_changelog_more_events(), m.public_changelog_reactions()],
  },
  {
    day: "2026-11-23",
    what: () => [
      m.public_rest_hooks_subscribe_unsubscribe_and_samples(),
      m.public_a_conversation_can_be_closed(),
      m.public_media_upload_read_download_and_delete(),
    ],
  },
  {
    day: "2026-11-22",
    what: () => [
      m.public_messages_templates_contacts_campaigns_conver(),
      m.public_keys_with_scopes_and_an_end(),
      m.public_the_list_of_numbers_answers_data(),
    ],
  },
]);

const days = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { dateStyle: "long", timeZone: "UTC" }),
);
const dayWords = (day: string) => days().format(new Date(day));

export default function DocsChangelog() {
  return (
    <DocsPage title={m.public_changelog()}>
      <section>
        <p>{m.public_the_api_is_version_1_fields()}</p>
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
