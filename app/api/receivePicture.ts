import { accountsError } from "#app/domain/accounts/errors.ts";
import { maxPictureBytes } from "#app/domain/accounts/fieldRules.ts";
import { pictureTooLarge } from "#app/domain/accounts/profile/picture.server.ts";

/** The picture and the rest of its multipart form. */
const maxBodyBytes = maxPictureBytes + 64 * 1024;
/** Up to here a body that is too large is read and dropped, so that the browser receives the response. */
const maxDrainedBytes = 32 * 1024 * 1024;

/**
 * The bytes of the field `picture` of a multipart form.
 * @throws DomainError `profile_picture.missing`, `profile_picture.too_large` (413).
 */
export async function receivePicture(request: Request): Promise<Buffer> {
  const body = await readBody(request);
  const type = request.headers.get("content-type") ?? "";
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  const file = form?.get("picture");
  if (!(file instanceof Blob)) throw accountsError("profile_picture.missing", { field: "picture" });
  return Buffer.from(await file.arrayBuffer());
}

async function readBody(request: Request): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.byteLength;
    if (length > maxDrainedBytes) break;
    if (length <= maxBodyBytes) parts.push(part);
    else parts.length = 0;
  }
  if (length > maxBodyBytes) throw pictureTooLarge();
  return Buffer.concat(parts);
}
