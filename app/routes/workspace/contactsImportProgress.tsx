import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { countOf, formatCount } from "#app/shared/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ImportColumns } from "#app/ui/importColumns.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Refreshing } from "#app/ui/refreshing.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/contactsImportProgress";

export const meta: Route.MetaFunction = () => [{ title: "Import of contacts" }];

export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/imports/:importId", { importId }));
}

const rows = (count: number) => countOf(count, "row");

export default function ImportProgress({ loaderData }: Route.ComponentProps) {
  const progress = loaderData.import;
  const running = progress.status === "running" || progress.status === "uploading";
  const sameAsBefore = new URLSearchParams({
    tags: progress.tags.join(", "),
    consentForAll: progress.consentForAll,
  });
  return (
    <>
      <PageHeader
        title={running ? "Importing contacts" : "Import of contacts"}
        description={<span className="break-all">{progress.fileName}</span>}
        actions={
          <ButtonLink to="/contacts" variant={running ? "secondary" : "primary"}>
            Go to contacts
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <Card>
          <div className="grid gap-3">
            <ProgressBar
              label={
                running ? "Reading the file" : progress.status === "completed" ? "Read to the end" : "Stopped"
              }
              value={progress.bytesDone}
              max={progress.bytesTotal}
            />
            <p role="status">
              {running
                ? `${rows(progress.rowsRead)} so far. You can leave this page; the import goes on.`
                : progress.status === "completed"
                  ? `Done: ${rows(progress.rowsRead)}.`
                  : `Stopped after ${rows(progress.rowsRead)}.`}
            </p>
          </div>
        </Card>
        {progress.error && (
          <Notice tone="bad" title="The import stopped">
            {progress.error}
            {progress.rowsRead > 0 && " The rows before that were taken."}
          </Notice>
        )}
        <StatGrid>
          <Stat label="New contacts" value={formatCount(progress.created)} />
          <Stat
            label="Updated"
            value={formatCount(progress.updated)}
            hint="known before, or repeated in the file"
          />
          <Stat label="Refused rows" value={formatCount(progress.rejected)} />
        </StatGrid>
        {progress.rejected > 0 && (
          <Notice
            tone="warn"
            title={
              progress.rejected === 1
                ? "1 row was refused"
                : `${formatCount(progress.rejected)} rows were refused`
            }
          >
            <p>
              The file of refused rows has your columns, and for each row where it stands and why it was
              refused. Correct the rows and import that file as it is.
            </p>
            <p className="mt-2">
              <ButtonLink
                reloadDocument
                to={`/contacts/imports/${progress.id}/errors.csv`}
                variant="secondary"
              >
                Download refused rows
              </ButtonLink>{" "}
              <ButtonLink to={`/contacts/import?${sameAsBefore}`} variant="quiet">
                Import the corrected file
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

export { ScreenError as ErrorBoundary };
