import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { uploadFile } from "#app/providers/meta/resumableUpload.server.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { fileWords } from "./problems.ts";
import type { TemplateContent } from "./schemas.ts";
import { partsOf } from "./variables.ts";

/** Ids of the uploaded files that are a template's samples, in reading order. */
export const samplesIn = (components: readonly TemplateComponent[]): string[] =>
  partsOf(components).flatMap(({ component }) =>
    component.type === "HEADER" && component.format !== "TEXT" && component.media_id
      ? component.media_id
      : [],
  );

/** SQL: these ready files of this organisation. */
const theFiles = (orgId: OrgId, ids: readonly string[]) =>
  and(eq(media.orgId, orgId), inArray(media.id, [...ids]), eq(media.state, "ready"));

/** Files of templates and campaigns are never deleted by age. */
export async function storeFiles(tx: Tx, orgId: OrgId, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.update(media).set({ kept: true }).where(theFiles(orgId, ids));
}

/**
 * Checks that each value is a file of the organisation and of its kind; documents must be PDF, since Meta
 * accepts no others here. @throws DomainError `template.file_missing` at its field
 */
export async function requireFiles(
  tx: Tx,
  orgId: OrgId,
  wanted: readonly { field: string; mediaId: string; kind: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(({ mediaId }) => mediaId);
  const found = await tx
    .select({ id: media.id, kind: media.kind, contentType: media.contentType })
    .from(media)
    .where(theFiles(orgId, ids));
  const missing = wanted.find(
    ({ mediaId, kind }) =>
      !found.some(
        (file) =>
          file.id === mediaId &&
          file.kind === kind &&
          (kind !== "document" || file.contentType === "application/pdf"),
      ),
  );
  if (!missing) return;
  const kind = fileWords[missing.kind.toUpperCase() as keyof typeof fileWords];
  throw whatsappError("template.file_missing", { values: { kind }, field: missing.field });
}

/** A draft's files, with their form fields. */
export function filesOfDraft(draft: TemplateContent): { field: string; mediaId: string; kind: string }[] {
  if (draft.category === "AUTHENTICATION") return [];
  const kind = draft.headerFormat.toLowerCase();
  const inHeader = !["TEXT", "LOCATION"].includes(draft.headerFormat) && draft.headerMedia !== "";
  return [
    ...(inHeader ? [{ field: "headerMedia", mediaId: draft.headerMedia, kind }] : []),
    ...draft.cards.map((card, index) => ({
      field: `cards[${index}].media`,
      mediaId: card.media,
      kind: draft.cardFormat.toLowerCase(),
    })),
  ];
}

/**
 * Uploads a template's samples to Meta. Returns Meta's handles by file id. @throws GraphError,
 * GraphUnreachable
 */
export async function uploadSamples(
  ctx: OrgContext,
  accessToken: string,
  components: readonly TemplateComponent[],
): Promise<Map<string, string>> {
  const handles = new Map<string, string>();
  const ids = samplesIn(components);
  if (ids.length === 0) return handles;
  const files = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select().from(media).where(theFiles(ctx.orgId, ids)),
  );
  const store = mediaStore(ctx);
  for (const file of files) {
    const bytes = file.bytes ?? 0;
    const handle = await uploadFile(ctx.graph, {
      accessToken,
      appId: ctx.config.meta.appId,
      file: {
        content: (start) =>
          store.open(file.storageKey ?? "", start === 0 ? undefined : { start, end: bytes - 1 }),
        bytes,
        contentType: file.contentType ?? "application/octet-stream",
        fileName: file.fileName || file.id,
      },
    });
    handles.set(file.id, handle);
  }
  return handles;
}
