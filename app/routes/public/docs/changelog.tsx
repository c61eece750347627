import type { Route } from "./+types/changelog";
import { DocsPage } from "./docsPage.tsx";

export const handle = { scripts: "none", styles: "public" };

export const meta: Route.MetaFunction = () => [{ title: "Changelog – API documentation" }];

const changes = [
  {
    day: "23 November 2026",
    what: [
      "REST hooks: subscribe, unsubscribe and samples, for Zapier, Make, n8n and their like.",
      "A conversation can be closed.",
      "Media: upload, read, download and delete files; messages and replies take `media` by id or link, and tell of the file that they brought.",
    ],
  },
  {
    day: "22 November 2026",
    what: [
      "Messages, templates, contacts, campaigns, conversations, numbers, wallet and usage, webhooks and events.",
      "Keys with scopes and an end, test keys, Idempotency-Key, one shape of error with a page per code.",
      "The list of numbers answers `data` with `phone_number_id`, `display_phone_number` and `sendable`.",
    ],
  },
];

export default function DocsChangelog() {
  return (
    <DocsPage title="Changelog">
      <section>
        <p>
          The API is version 1. Fields are added without a new version, so ignore what you do not know. A
          field that is to go is announced here, and in the headers Deprecation and Sunset, at least six
          months before.
        </p>
      </section>
      {changes.map(({ day, what }) => (
        <section key={day}>
          <h2>{day}</h2>
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
