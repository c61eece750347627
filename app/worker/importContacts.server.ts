import { and, eq, inArray, lt, or } from "drizzle-orm";
import { z } from "zod";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { expireImport } from "#app/domain/contacts/imports/finish.server.ts";
import { readWorkbook } from "#app/domain/contacts/imports/readWorkbook.server.ts";
import { runImport } from "#app/domain/contacts/imports/run.server.ts";
import { importContactsJob, readWorkbookJob } from "#app/domain/contacts/jobs.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { removeLeftWorkspaces } from "#app/providers/storage/workspace.server.ts";
import { handler } from "./handler.ts";

/** Does nothing while another process runs it. */
export const importContactsHandler = handler(importContactsJob, (services, { orgId, importId }) =>
  holding(services, `import:${importId}`, () =>
    runImport(systemContext(services, orgId, "import-contacts"), importId),
  ),
);

export const readWorkbookHandler = handler(readWorkbookJob, (services, { orgId, ...input }) =>
  readWorkbook({ ctx: systemContext(services, orgId, "read-import-workbook"), input }),
);

const forgottenAfterMs = 2 * 86_400_000;

/**
 * Imports whose process died: their lock is free, so the next one continues them. Unconfirmed ones expire.
 */
export const resumeContactImportsHandler = handler(
  job({ name: "resume-contact-imports", payload: z.object({}), every: "* * * * *", concurrency: 1 }),
  async (services) => {
    const now = services.clock.now();
    const before = (ms: number) => lt(contactImports.createdAt, new Date(now.getTime() - ms));
    const open = await services.db.withSystem((tx) =>
      tx
        .select({ orgId: contactImports.orgId, importId: contactImports.id, status: contactImports.status })
        .from(contactImports)
        .where(
          or(
            and(eq(contactImports.status, "running"), before(30_000)),
            and(inArray(contactImports.status, ["reading", "review"]), before(forgottenAfterMs)),
          ),
        ),
    );
    for (const { orgId, importId, status } of open)
      if (status === "running")
        await services.jobs.enqueue(importContactsJob, { orgId, importId }, { key: importId });
      else await expireImport(systemContext(services, orgId, "import-contacts"), importId);
    await removeLeftWorkspaces(services.config, now);
  },
);

/**
 * Runs `work` while this process holds a database lock that ends with its connection, also when it is killed.
 */
async function holding(services: Services, name: string, work: () => Promise<void>): Promise<void> {
  const client = await services.db.system.connect();
  // The pool does not watch a checked-out connection. Cut while idle here, it only loses the lock: each batch
  // checks whether another process took over the import.
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
