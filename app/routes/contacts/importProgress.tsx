import { href, redirect } from "react-router";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Refreshing } from "#app/web/refreshing.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/importProgress";
import { ImportColumns } from "./importColumns.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_import_progress_contact_import() }];

export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /contacts/imports/:importId", { importId });
  if (found.import.status === "review")
    throw redirect(href("/contacts/imports/:importId/review", { importId }));
  return found;
}

const rows = (count: number) => counted(m.counts_rows, count);

export default function ImportProgress({ loaderData }: Route.ComponentProps) {
  const progress = loaderData.import;
  const isReading = progress.status === "reading";
  const running = progress.status === "running" || isReading;
  const sameAsBefore = new URLSearchParams({
    tags: progress.tags.join(", "),
    consentForAll: progress.consentForAll,
  });
  return (
    <>
      <PageHeader
        title={running ? m.contacts_import_progress_title() : m.contacts_import_progress_contact_import()}
        description={<span className="break-all">{progress.fileName}</span>}
        actions={
          <ButtonLink to={href("/contacts")} variant={running ? "secondary" : "primary"}>
            {m.contacts_import_progress_go_to_contacts()}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <Card>
          <div className="grid gap-3">
            <ProgressBar
              label={
                running
                  ? m.contacts_import_progress_reading_file()
                  : progress.status === "completed"
                    ? m.contacts_import_progress_finished_label()
                    : m.contacts_import_stopped()
              }
              value={progress.bytesDone}
              max={progress.bytesTotal}
            />
            <p role="status">
              {isReading
                ? m.contacts_import_workbook_reading()
                : running
                  ? m.contacts_import_progress_running_text({ rowsRead: rows(progress.rowsRead) })
                  : progress.status === "completed"
                    ? m.contacts_import_progress_done_text({ rowsRead: rows(progress.rowsRead) })
                    : m.contacts_import_progress_stopped_after({ rowsRead: rows(progress.rowsRead) })}
            </p>
          </div>
        </Card>
        {progress.error && (
          <Notice tone="bad" title={m.contacts_import_progress_import_stopped()}>
            {progress.rowsRead > 0
              ? m.contacts_import_progress_stopped_notice({ error: progress.error })
              : progress.error}
          </Notice>
        )}
        <StatGrid>
          <Stat label={m.contacts_import_progress_new_contacts()} value={formatCount(progress.created)} />
          <Stat
            label={m.contacts_import_progress_updated()}
            value={formatCount(progress.updated)}
            hint={m.contacts_import_progress_known_hint()}
          />
          <Stat
            label={m.common_opted_out()}
            value={formatCount(progress.optedOut)}
            hint={m.contacts_import_progress_consent_hint()}
          />
          <Stat label={m.contacts_import_progress_rejected_rows()} value={formatCount(progress.rejected)} />
        </StatGrid>
        {progress.rejected > 0 && (
          <Notice
            id="refused"
            tone="warn"
            title={
              progress.rejected === 1
                ? m.contacts_import_one_rejected_title()
                : m.contacts_rows_were_rejected({ rejected: formatCount(progress.rejected) })
            }
          >
            <p>{m.contacts_import_rejected_file_text()}</p>
            <p className="mt-2">
              <ButtonLink
                reloadDocument
                to={href("/contacts/imports/:importId/errors.csv", { importId: progress.id })}
                variant="secondary"
              >
                {m.contacts_download_rejected_rows()}
              </ButtonLink>{" "}
              <ButtonLink to={`${href("/contacts/import")}?${sameAsBefore}`} variant="quiet">
                {m.contacts_import_corrected_file()}
              </ButtonLink>
            </p>
          </Notice>
        )}
        <ImportColumns columns={progress.columns} consentForAll={progress.consentForAll} />
      </div>
      {running && <Refreshing />}
    </>
  );
}
