import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { defaultLocale, type Locale } from "#app/platform/locale/locale.ts";

/** The recipient of an email. */
export interface Reader {
  /** The address. */
  to: string;
  /** The recipient's user, when the address is not their account's. */
  userId?: string;
  /** The organisation in whose name it is sent; by default the reader's first one. */
  orgId?: OrgId;
  /** The requester's language; used when neither the reader nor the organisation has chosen one. */
  askedIn?: Locale | undefined;
}

/** The language that the reader has chosen, else that of the organisation, else the one in which the email was asked for. */
export async function localeOfReader(tx: Tx, { to, userId, orgId, askedIn }: Reader): Promise<Locale> {
  const { rows } = await clientOf(tx).query<{ locale: Locale | null }>({
    name: "locale-of-reader",
    text: `select coalesce(
      (select locale from users where id = coalesce($2, (select id from users where email = $1))),
      (select locale from organisations where id = coalesce($3, (
        select m.org_id from members m join users u on u.id = m.user_id
        where u.id = $2 or $2 is null and u.email = $1 order by m.created_at, m.org_id limit 1)))
    ) as locale`,
    values: [to, userId ?? null, orgId ?? null],
  });
  return rows[0]?.locale ?? askedIn ?? defaultLocale;
}
