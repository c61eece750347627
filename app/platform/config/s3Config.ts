import { z } from "zod";
import { text } from "#app/platform/config/setting.ts";

/** The environment of a file store other than the disk. */
export const s3Variables = {
  S3_ENDPOINT: z.url().optional().meta({
    description:
      "Address of an S3-compatible store. With it bucket and keys are required. Needed where processes share no disk.",
    unset: "files in `DATA_DIR`",
  }),
  S3_BUCKET: text.describe("Name of the bucket."),
  S3_REGION: z.string().default("us-east-1").describe("Region of the store."),
  S3_ACCESS_KEY_ID: text.describe("Access key ID."),
  S3_SECRET_ACCESS_KEY: text.describe("Secret access key."),
};

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Given = z.output<z.ZodObject<typeof s3Variables>>;

/** Undefined when files are on the disk. */
export function s3Of(env: Given): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT.replace(/\/$/, ""),
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** The missing settings of a partly configured store. */
export function s3Problems(env: Given): string[] {
  if (!env.S3_ENDPOINT) return [];
  return (["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    .filter((name) => !env[name])
    .map((name) => `${name} is missing: needed with S3_ENDPOINT`);
}
