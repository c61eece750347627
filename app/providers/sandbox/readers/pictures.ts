import sharp, { type Metadata } from "sharp";
import { FileRefused } from "../refusal.ts";

// One thread per picture, and no cache.
sharp.concurrency(1);
sharp.cache(false);
// Readers of other formats must not parse untrusted bytes.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/**
 * The cost of decompressing a picture, judged by its header. An interlaced PNG is decompressed whole before
 * it is resized.
 */
export interface PictureLimits {
  maxPixels: number;
  maxInterlacedPixels: number;
  /** Width × height × channels × bytes of each. */
  maxUnfoldedBytes: number;
}

export interface Drawing extends PictureLimits {
  /** `square`: the middle as a JPEG of `side` pixels; `inside`: the whole as a WebP whose longer side is `side` at most. */
  fit: "square" | "inside";
  side: number;
}

const bytesPerSample: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/**
 * Reads only the header of a picture. @throws FileRefused `unreadable`, `too_many_pixels`, `printing_colours`
 */
export async function checkPicture(bytes: Buffer, limits: PictureLimits): Promise<void> {
  const head = await headOf(bytes);
  refuseCostly(head, limits);
  if (head.space === "cmyk") throw new FileRefused("printing_colours");
}

/**
 * A resized picture, rotated upright, without camera metadata (place, device). @throws FileRefused
 * `unreadable`, `too_many_pixels`
 */
export async function drawPicture(bytes: Buffer, { fit, side, ...limits }: Drawing) {
  refuseCostly(await headOf(bytes), limits);
  const picture = sharp(bytes, { limitInputPixels: limits.maxPixels }).autoOrient();
  const drawn =
    fit === "square"
      ? picture.resize(side, side, { fit: "cover" }).flatten({ background: "#fff" }).jpeg({ quality: 85 })
      : picture.resize(side, side, { fit: "inside", withoutEnlargement: true }).webp({ quality: 70 });
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true }).catch((cause: unknown) => {
    throw new FileRefused("unreadable", { cause });
  });
  return { body: data, width: info.width, height: info.height };
}

const headOf = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new FileRefused("unreadable", { cause });
    });

function refuseCostly(head: Metadata, limits: PictureLimits): void {
  const pixels = head.width * head.height;
  const unfoldedBytes = pixels * head.channels * (bytesPerSample[head.depth] ?? 8);
  const isInterlaced = head.format === "png" && head.isProgressive === true;
  if (
    pixels > limits.maxPixels ||
    unfoldedBytes > limits.maxUnfoldedBytes ||
    (isInterlaced && pixels > limits.maxInterlacedPixels)
  )
    throw new FileRefused("too_many_pixels", { value: Math.round(pixels / 1e6) });
}
