import { accountsError } from "#app/domain/accounts/errors.ts";
import { maxPictureBytes } from "#app/domain/accounts/fieldRules.ts";
import { type DomainError, platformError } from "#app/platform/errors.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { FileRefused } from "#app/providers/sandbox/refusal.ts";
import { readPictureFile } from "#app/providers/sandbox/sandbox.server.ts";

const limits = { maxPixels: 100_000_000, maxInterlacedPixels: 4_000_000, maxUnfoldedBytes: 100_000_000 };
/** Stored pixels on each side: sharp at the largest size that is shown, on a high-density screen. */
const defaultSide = 256;

export const pictureTooLarge = () =>
  accountsError("profile_picture.too_large", {
    values: { size: megabytes(maxPictureBytes) },
    field: "picture",
  });

/**
 * The middle of a picture of `owner` as a small square JPEG, upright, without camera metadata (place,
 * device). @throws DomainError `profile_picture.missing`, `.too_large` (413), `.not_a_picture`,
 * `.too_many_pixels`, `file.too_complex`, `server.busy` (503).
 */
export async function squareOf(owner: string, bytes: Buffer, side = defaultSide) {
  if (bytes.length === 0) throw accountsError("profile_picture.missing", { field: "picture" });
  if (bytes.length > maxPictureBytes) throw pictureTooLarge();
  const options = { ...limits, fit: "square", side } as const;
  const { body, width, height } = await readPictureFile("drawPicture", { owner, bytes, options }).catch(
    (error: unknown) => {
      throw error instanceof FileRefused ? refusalOf(error) : error;
    },
  );
  return { contentType: "image/jpeg" as const, width, height, bytes: body };
}

function refusalOf(error: FileRefused): DomainError {
  switch (error.code) {
    case "too_many_pixels":
      return accountsError("profile_picture.too_many_pixels", {
        values: { millions: error.value },
        field: "picture",
        cause: error,
      });
    case "too_complex":
      return platformError("file.too_complex", { field: "picture", cause: error });
    default:
      return accountsError("profile_picture.not_a_picture", { field: "picture", cause: error });
  }
}
