import { href, redirect } from "react-router";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { Refreshing } from "#app/web/refreshing.tsx";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/importProgress";
import { ImportColumns } from "./importColumns.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Contact import" }];

export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  const found = await orErrorPage(context.get(apiContext)("GET /contacts/imports/:importId", { importId }));
  if (found.import.status === "review")
    throw redirect(href("/contacts/imports/:importId/review", { importId }));
  return found;
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
        title={running ? "Importing contacts" : "Contact import"}
        description={<span className="break-all">{progress.fileName}</span>}
        actions={
          <ButtonLink to={href("/contacts")} variant={running ? "secondary" : "primary"}>
            Go to contacts
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <Card>
          <div className="grid gap-3">
            <ProgressBar
              label={running ? "Reading the file" : progress.status === "completed" ? "Finished" : "Stopped"}
              value={progress.bytesDone}
              max={progress.bytesTotal}
            />
            <p role="status">
              {running
                ? `${rows(progress.rowsRead)} so far. You can leave this page; the import continues.`
                : progress.status === "completed"
                  ? `Done: ${rows(progress.rowsRead)}.`
                  : `Stopped after ${rows(progress.rowsRead)}.`}
            </p>
          </div>
        </Card>
        {progress.error && (
          <Notice tone="bad" title="The import stopped">
            {progress.error}
            {progress.rowsRead > 0 && " The rows before that were imported."}
          </Notice>
        )}
        <StatGrid>
          <Stat label="New contacts" value={formatCount(progress.created)} />
          <Stat
            label="Updated"
            value={formatCount(progress.updated)}
            hint="already known, or repeated in the file"
          />
          <Stat
            label="Opted out"
            value={formatCount(progress.optedOut)}
            hint="rows that say so; among the new and updated"
          />
          <Stat label="Refused rows" value={formatCount(progress.rejected)} />
        </StatGrid>
        {progress.rejected > 0 && (
          <Notice
            id="refused"
            tone="warn"
            title={
              progress.rejected === 1
                ? "1 row was refused"
                : `${formatCount(progress.rejected)} rows were refused`
            }
          >
            <p>
              The file of refused rows has your columns, with the line and the reason for each row. Correct
              the rows and import that file.
            </p>
            <p className="mt-2">
              <ButtonLink
                reloadDocument
                to={href("/contacts/imports/:importId/errors.csv", { importId: progress.id })}
                variant="secondary"
              >
                Download refused rows
              </ButtonLink>{" "}
              <ButtonLink to={`${href("/contacts/import")}?${sameAsBefore}`} variant="quiet">
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
