import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Tag } from "#app/ui/badge.tsx";
import type { Column } from "#app/ui/dataTable.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { ConsentBadge } from "./consentBadge.tsx";

type Contact = CallOutput<"GET /contacts">["contacts"][number];

/** A checkbox for bulk actions, in the form `bulk` of the list. */
export const selectionColumn: Column<Contact> = {
  header: m.common_choose,
  plain: "hidden",
  className: "sm:w-12",
  cell: ({ id, name, phone }) => (
    <label className="choice">
      <input type="checkbox" name="id" value={id} form="bulk" />
      <span className="sr-only">
        {m.contacts_list_choose_text({
          name: name || readablePhone(phone ?? "") || m.contacts_unnamed_contact(),
        })}
      </span>
    </label>
  ),
};

export const columns: Column<Contact>[] = [
  {
    header: m.common_name,
    names: true,
    sortBy: "name",
    cell: ({ name, phone, username }) =>
      name || readablePhone(phone ?? "") || (username ? `@${username}` : m.contacts_unnamed_contact()),
  },
  {
    header: m.common_phone,
    plain: true,
    className: "sm:w-1/5",
    cell: ({ phone, username }) => (phone === null && username ? `@${username}` : <Phone value={phone} />),
  },
  {
    header: m.common_tags,
    plain: true,
    // A phone shows them last, on a line of their own.
    className: "max-sm:order-1 max-sm:basis-full sm:w-1/4",
    cell: ({ tags }) => tags.length > 0 && <Tags tags={tags} />,
  },
  {
    header: m.common_consent,
    plain: true,
    className: "sm:w-1/6",
    cell: (contact) => <ConsentBadge {...contact} />,
  },
  {
    header: m.contacts_last_seen,
    sortBy: "seen",
    className: "max-sm:hidden sm:w-1/6",
    cell: ({ lastSeen }) =>
      lastSeen ? <Time value={lastSeen} /> : <span className="text-muted">{m.common_never()}</span>,
  },
];

const shownTags = 4;

function Tags({ tags }: { tags: string[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {tags.slice(0, shownTags).map((tag) => (
        <Link key={tag} to={`${href("/contacts")}?${new URLSearchParams({ tag })}`}>
          <Tag>
            <span className="whitespace-normal wrap-anywhere">{tag}</span>
          </Tag>
        </Link>
      ))}
      {tags.length > shownTags && (
        <span className="hint">{m.contacts_list_and_more_text({ count: tags.length - shownTags })}</span>
      )}
    </span>
  );
}
