import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { contactImports } from "#app/db/schema/contacts.ts";
import { removeLeftFiles } from "#app/domain/contacts/imports/files.server.ts";
import { readWorkbook } from "#app/domain/contacts/imports/readWorkbook.server.ts";
import { runImport } from "#app/domain/contacts/imports/run.server.ts";
import { importContactsJob, readWorkbookJob } from "#app/domain/contacts/jobs.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

/** Does nothing while another process is at it. */
export const importContactsHandler = handler(importContactsJob, (services, { orgId, importId }) =>
  holding(services, `import:${importId}`, () =>
    runImport(systemContext(services, orgId, "import-contacts"), importId),
  ),
);

export const readWorkbookHandler = handler(readWorkbookJob, (services, { orgId, ...input }) =>
  readWorkbook({ ctx: systemContext(services, orgId, "read-import-workbook"), input }),
);

/** Imports whose process died: their lock is free, so the next one goes on with them. */
export const resumeContactImportsHandler = handler(
  job({ name: "resume-contact-imports", payload: z.object({}), every: "* * * * *", concurrency: 1 }),
  async (services) => {
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
      await services.jobs.enqueue(importContactsJob, payload, { key: payload.importId });
    await removeLeftFiles(services.config, now);
  },
);

/** Runs `work` while this process holds a database lock that ends with its connection, so also when it is killed. */
async function holding(services: Services, name: string, work: () => Promise<void>): Promise<void> {
  const client = await services.db.system.connect();
  // The pool does not listen to a connection that is out. Cut while it stands idle here, it only loses the lock: each batch
  // finds out by itself whether another process went on with the import.
  let broken: Error | undefined;
  const cut = (error: Error) => {
    broken = error;
  };
  client.on("error", cut);
  const about = (call: string) =>
    client.query<{ held: boolean }>(`select ${call}(hashtextextended($1, 0)) as held`, [name]);
  try {
    const { rows } = await about("pg_try_advisory_lock");
    if (rows[0]?.held) await work().finally(() => about("pg_advisory_unlock").catch(cut));
  } finally {
    client.off("error", cut);
    client.release(broken);
  }
}
