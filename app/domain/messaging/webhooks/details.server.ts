import { and, eq, inArray, or } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { phoneOf, type WhatsappIdentity, whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { adTouchOf } from "#app/domain/whatsapp/webhookEvents/details.ts";
import { type MessagesValue, timeOf } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { changeInPlace } from "./changeInPlace.server.ts";

/**
 * The content of received messages besides their text, once they are stored: usernames, ads, and changes of
 * earlier messages. Bodies without any of it cost no statement.
 */
export async function storeDetails(
  tx: Tx,
  { orgId, phoneNumberId, now }: { orgId: OrgId; phoneNumberId: string; now: Date },
  values: readonly MessagesValue[],
): Promise<void> {
  await changeInPlace(tx, { orgId, phoneNumberId, now }, values);
  const usernames = values.flatMap(usernamesIn);
  const ads = values.flatMap((value) => adsIn(value, now));
  if (usernames.length === 0 && ads.length === 0) return;
  const known = await findPeople(tx, orgId, [...usernames, ...ads]);
  const idOf = (one: WhatsappIdentity) => {
    const phone = phoneOf(one.waId);
    return known.find((row) => (phone && row.phone === phone) || (one.bsuid && row.bsuid === one.bsuid));
  };
  await saveUsernames(
    tx,
    orgId,
    usernames.flatMap((one) => {
      const contact = idOf(one);
      return contact && contact.username !== one.username ? [{ id: contact.id, username: one.username }] : [];
    }),
  );
  await saveAds(
    tx,
    { orgId, phoneNumberId },
    ads.flatMap(({ touch, ...one }) => {
      const contact = idOf(one);
      return contact ? [{ id: contact.id, touch }] : [];
    }),
  );
}

const usernamesIn = ({ contacts: profiles = [] }: MessagesValue) =>
  profiles.flatMap(({ profile, wa_id, user_id }) => {
    const username = profile?.username?.replace(/^@/, "").slice(0, 100);
    return username ? [{ ...whatsappIdentity({ waId: wa_id, bsuid: user_id }), username }] : [];
  });

const adsIn = ({ messages = [], contacts: profiles = [] }: MessagesValue, now: Date) =>
  messages.flatMap(({ referral, from, from_user_id: userId, timestamp, group_id }) => {
    if (!referral || group_id) return [];
    const [only] = profiles.length === 1 ? profiles : [];
    const who = { waId: from ?? only?.wa_id, bsuid: userId ?? only?.user_id };
    return [{ ...whatsappIdentity(who), touch: adTouchOf(referral, timeOf(timestamp, now)) }];
  });

function findPeople(tx: Tx, orgId: OrgId, people: readonly WhatsappIdentity[]) {
  const { id, phone, bsuid, username } = contacts;
  const byNumber = people.flatMap(({ waId }) => phoneOf(waId) ?? []);
  const byUserId = people.flatMap((one) => one.bsuid ?? []);
  return tx
    .select({ id, phone, bsuid, username })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), or(inArray(phone, byNumber), inArray(bsuid, byUserId))));
}

async function saveUsernames(
  tx: Tx,
  orgId: OrgId,
  rows: readonly { id: string; username: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await clientOf(tx).query({
    name: "save-usernames",
    text: `update contacts c set username = t.username from unnest($2::text[], $3::text[]) as t(id, username)
      where c.org_id = $1 and c.id = t.id`,
    values: [orgId, rows.map(({ id }) => id), rows.map(({ username }) => username)],
  });
}

/** The first touch stays on the contact; the conversation holds when the last one was. */
async function saveAds(
  tx: Tx,
  { orgId, phoneNumberId }: { orgId: OrgId; phoneNumberId: string },
  rows: readonly { id: string; touch: ReturnType<typeof adTouchOf> }[],
): Promise<void> {
  if (rows.length === 0) return;
  const first = Map.groupBy(rows, ({ id }) => id);
  const ids = [...first.keys()];
  const oldestFirst = ids.map((id) =>
    first
      .get(id)!
      .map(({ touch }) => touch)
      .toSorted((one, other) => one.at.localeCompare(other.at)),
  );
  await clientOf(tx).query({
    name: "save-first-ads",
    text: `update contacts c set first_ad = t.ad::jsonb from unnest($2::text[], $3::text[]) as t(id, ad)
      where c.org_id = $1 and c.id = t.id and (c.first_ad is null or c.first_ad ->> 'at' > t.ad::jsonb ->> 'at')`,
    values: [orgId, ids, oldestFirst.map(([touch]) => JSON.stringify(touch))],
  });
  notifyPages(tx, orgId, "conversations");
  await clientOf(tx).query({
    name: "save-last-ads",
    text: `update conversations v set ad_at = greatest(v.ad_at, t.at)
      from unnest($3::text[], $4::timestamptz[]) as t(contact_id, at)
      where v.org_id = $1 and v.phone_number_id = $2 and v.contact_id = t.contact_id`,
    values: [orgId, phoneNumberId, ids, oldestFirst.map((touches) => touches.at(-1)!.at)],
  });
}
