import { FileRefused } from "#app/providers/sandbox/refusal.ts";
import { readPictureFile } from "#app/providers/sandbox/sandbox.server.ts";
import { m } from "#messages";

const limits = { maxPixels: 50_000_000, maxInterlacedPixels: 8_000_000, maxUnfoldedBytes: 400_000_000 };
/** Pixels of the longer side: sharp in a message on a high-resolution screen. */
const longerSide = 480;

export interface Thumbnail {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Why a picture of `owner` can't be shown or sent, in words; or null. Reads its head alone.
 * @throws DomainError `server.busy` (503)
 */
export async function pictureProblem(owner: string, bytes: Buffer): Promise<string | null> {
  try {
    await readPictureFile("checkPicture", { owner, bytes, options: limits });
    return null;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    switch (error.code) {
      case "too_many_pixels":
        return m.errors_picture_too_many_pixels({ pixels: error.value });
      case "printing_colours":
        return m.errors_picture_print_colours();
      case "too_complex":
        return m.errors_file_too_complex();
      default:
        return m.errors_picture_damaged();
    }
  }
}

/**
 * A small WebP of a picture without camera metadata; null when it can't be drawn. @throws DomainError
 * `server.busy` (503)
 */
export async function thumbnailOf(owner: string, bytes: Buffer): Promise<Thumbnail | null> {
  const options = { ...limits, fit: "inside", side: longerSide } as const;
  try {
    const { body, width, height } = await readPictureFile("drawPicture", { owner, bytes, options });
    return { bytes: body, width, height };
  } catch (error) {
    if (error instanceof FileRefused) return null;
    throw error;
  }
}
