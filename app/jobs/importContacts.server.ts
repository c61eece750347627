import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#app/api/context.ts";
import { contactImports } from "#app/db/schema/contacts.ts";
import { removeLeftFiles } from "#app/domain/contactImports/files.server.ts";
import { runImport } from "#app/domain/contactImports/run.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { job } from "./jobs.server.ts";

/** Imports an uploaded file of contacts. Does nothing while another process is at it. */
export const importContacts = job({
  name: "import-contacts",
  payload: z.object({ orgId: z.string(), importId: z.string() }),
  async run(services, { orgId, importId }) {
    await holding(services, `import:${importId}`, () =>
      runImport(
        {
          ...services,
          orgId: orgId as OrgId,
          actor: { userId: null, ipAddress: null, userAgent: null },
        },
        importId,
      ),
    );
  },
});

/** Imports whose process died: their lock is free, so the next one goes on with them. */
export const resumeContactImports = job({
  name: "resume-contact-imports",
  payload: z.object({}),
  every: "* * * * *",
  concurrency: 1,
  async run(services) {
    const now = services.clock.now();
    const waiting = await services.db.withSystem((tx) =>
      tx
        .select({ orgId: contactImports.orgId, importId: contactImports.id })
        .from(contactImports)
        .where(
          and(
            eq(contactImports.status, "running"),
            lt(contactImports.createdAt, new Date(now.getTime() - 30_000)),
          ),
        ),
    );
    for (const payload of waiting)
      await services.jobs.enqueue(importContacts, payload, { key: payload.importId });
    await removeLeftFiles(services.config, now);
  },
});

/** Runs `work` while this process holds a database lock that ends with its connection, so also when it is killed. */
async function holding(services: Services, name: string, work: () => Promise<void>): Promise<void> {
  const client = await services.db.owner.connect();
  let broken = true;
  try {
    const { rows } = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
      [name],
    );
    try {
      if (rows[0]?.held) await work();
    } finally {
      if (rows[0]?.held) await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    }
    broken = false;
  } finally {
    client.release(broken);
  }
}
