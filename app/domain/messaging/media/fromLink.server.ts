import { createHash } from "node:crypto";
import path from "node:path";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { cleanFileName } from "#app/platform/files/fileName.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { LinkFailed, saveLink } from "#app/providers/webhooks/download.server.ts";
import { refusalOfUrl } from "#app/providers/webhooks/guard.server.ts";
import { sendLimits } from "./fieldRules.ts";
import { inspectForSending, refuseVirus } from "./inspect.server.ts";
import { sendableTypes } from "./kinds.ts";
import { type StoredFile, storeForSending } from "./store.server.ts";

const rulesOf = ({ config }: OrgContext) => ({ allowLoopback: config.webhooksToLoopback });

/** @throws DomainError `media.bad_link` */
export function requireGoodLink(ctx: OrgContext, link: string): void {
  const said = refusalOfUrl(link, rulesOf(ctx));
  if (said) throw messagingError("media.bad_link", { values: { said }, field: "media.link" });
}

const lastPart = (link: string): string => {
  const name = new URL(link).pathname.split("/").at(-1)!;
  try {
    return cleanFileName(decodeURIComponent(name));
  } catch {
    return cleanFileName(name);
  }
};

/** The kind of a file by its link's extension, when it is not fetched; a document when unknown. */
export function kindOfLink(link: string): StoredFile["kind"] {
  const end = path.extname(lastPart(link)).slice(1).toLowerCase();
  return Object.values(sendableTypes).find(({ extensions }) => extensions.includes(end))?.kind ?? "document";
}

/**
 * Fetches a file from a public address and keeps it; only what is public is called, and no redirect is followed. The name is
 * the end of the link where none is given.
 * @throws DomainError `media.bad_link`, `media.link_failed`, and those of `inspectForSending` and `refuseVirus`
 */
export async function storeFromLink(
  ctx: OrgContext,
  link: string,
  fileName: string = lastPart(link),
): Promise<StoredFile> {
  requireGoodLink(ctx, link);
  return inWorkspace(ctx.config, async (folder) => {
    const target = path.join(folder, "linked");
    try {
      const { bytes } = await saveLink(rulesOf(ctx), { url: link, target, maxBytes: sendLimits.document });
      const file = await inspectForSending(ctx.orgId, { path: target, bytes, fileName });
      await refuseVirus(ctx.config, target);
      const kept = await storeForSending(ctx, file);
      // A repeated call means the same link, even if its content has changed.
      return { ...kept, sha256: createHash("sha256").update(link).digest("hex") };
    } catch (error) {
      if (error instanceof LinkFailed)
        throw messagingError("media.link_failed", { values: { said: error.message }, field: "media.link" });
      if (error instanceof DomainError)
        throw new DomainError(error.kind, error.code, error.message, {
          fields: { "media.link": error.message },
          cause: error,
        });
      throw error;
    }
  });
}
