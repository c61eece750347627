import { findSender } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { cleanFileName } from "#app/platform/files/fileName.ts";
import { readFileOnPhone, uploadAsCustomer, writeAsCustomer } from "#app/providers/meta/handset.server.ts";
import { requireSandbox } from "./queries.server.ts";

/** The message type that a phone would give the file. */
function typeOf(contentType: string, kind: "file" | "voice" | "sticker") {
  if (kind === "sticker") return "sticker" as const;
  if (kind === "voice" || contentType.startsWith("audio/")) return "audio" as const;
  if (/^image\/(jpeg|png)$/.test(contentType)) return "image" as const;
  return contentType === "video/mp4" ? ("video" as const) : ("document" as const);
}

/**
 * Sends a file as the customer. It arrives as a signed webhook, and is downloaded like a real one. @throws
 * DomainError `whatsapp_number.not_found` for a foreign number; `handset.not_found` outside of the sandbox.
 */
export async function sendFileAsCustomer({
  ctx,
  input,
}: Call<{
  phone: string;
  phoneNumberId: string;
  caption: string;
  kind: "file" | "voice" | "sticker";
  fileName: string;
  contentType: string;
  bytes: Buffer;
}>): Promise<{ sent: true }> {
  requireSandbox(ctx);
  const { number } = await findSender(ctx, input.phoneNumberId);
  const { phoneNumberId } = number;
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(input.contentType) ? input.contentType : "application/pdf";
  const id = await uploadAsCustomer(ctx.graph, { phoneNumberId, contentType, bytes: input.bytes });
  const type = typeOf(contentType, input.kind);
  const hasCaption = input.caption !== "" && type !== "audio" && type !== "sticker";
  await writeAsCustomer(ctx.graph, {
    phoneNumberId,
    from: input.phone,
    media: {
      type,
      id,
      ...(hasCaption ? { caption: input.caption } : {}),
      ...(type === "document" ? { filename: cleanFileName(input.fileName) } : {}),
      ...(input.kind === "voice" ? { voice: true } : {}),
    },
  });
  return { sent: true };
}

/**
 * A file on the simulated phone, sent or received by one of the organisation's numbers. @throws DomainError
 * `file.not_found`
 */
export async function readFileAsCustomer(
  ctx: OrgContext,
  input: { phoneNumberId: string; file: string },
): Promise<{ contentType: string; bytes: Buffer; isShown: boolean }> {
  requireSandbox(ctx);
  const { number } = await findSender(ctx, input.phoneNumberId);
  const found = await readFileOnPhone(ctx.graph, { phoneNumberId: number.phoneNumberId, id: input.file });
  if (!found) throw notFound("File");
  return {
    ...found,
    isShown: /^(image\/(jpeg|png|webp)|audio\/(ogg|mpeg|mp4)|video\/mp4)$/.test(found.contentType),
  };
}
