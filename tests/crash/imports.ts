import { randomBytes } from "node:crypto";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { hashToken, sealSession } from "#app/domain/accounts/sessions/token.server.ts";
import { sessionCookieName } from "#app/platform/http/cookies.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";

/** Uploads of contact files by a member, to be imported by whichever worker lives. */
export async function startImports(ground: Ground, orgId: OrgId) {
  const { services, environment } = ground;
  const cookie = await signedIn(ground, orgId);
  let uploads = 0;
  let rows = 0;
  return {
    /** Uploads a file of so many new contacts, to whichever API accepts it. */
    async upload(size: number): Promise<void> {
      const lines = Array.from(
        { length: size },
        (_, n) => `Asha ${n},+25411${String(uploads * 100_000 + n).padStart(7, "0")}`,
      );
      uploads += 1;
      rows += size;
      await until("the file is accepted", async () => {
        const answer = await fetch(`${environment.APP_URL}/api/contacts/imports`, {
          method: "POST",
          headers: { cookie, "content-type": "text/csv" },
          body: `name,phone\n${lines.join("\n")}\n`,
        }).catch(() => undefined);
        return answer?.ok;
      });
    },
    /** Waits until all are imported: each row once, and no file is left. */
    async judged() {
      const read = async () => {
        const found = await services.db.owner.query<{ open: number; contacts: number; chunks: number }>(
          `select (select count(*)::int from contact_imports where org_id = $1 and status <> 'completed') as open,
            (select count(*)::int from contacts where org_id = $1 and phone like '+25411%') as contacts,
            (select count(*)::int from file_chunks where org_id = $1) as chunks`,
          [orgId],
        );
        return found.rows[0]!;
      };
      const isDone = async () => {
        const { open, chunks } = await read();
        return open + chunks === 0;
      };
      await until("all files are imported", isDone, 240_000, read).catch((error: Error) =>
        console.error(error.message),
      );
      const { open, contacts, chunks } = await read();
      return { uploads, rows, contacts, open, chunks, isWhole: open + chunks === 0 && contacts === rows };
    },
  };
}

/** The cookie of the organisation's owner. */
export async function signedIn({ services }: Pick<Ground, "services">, orgId: OrgId): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { rows } = await services.db.owner.query<{ id: string }>(
    `update users set account_status = 'active', is_verified = true
      where id = (select user_id from members where org_id = $1 limit 1) returning id`,
    [orgId],
  );
  await services.db.withSystem((tx) =>
    tx.insert(sessions).values({
      id: newId("ses"),
      tokenHash: hashToken(token),
      userId: rows[0]!.id,
      orgId,
      ipAddress: "127.0.0.1",
      userAgent: "crash",
      remember: true,
      seenAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
  );
  const sealed = sealSession(token, "individual", services.config.sessionSecret);
  return `${sessionCookieName}=${encodeURIComponent(sealed)}`;
}
