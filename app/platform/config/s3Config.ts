import { z } from "zod";
import { text } from "#app/platform/config/setting.ts";

/** Where files are stored that one process receives and another reads. */
export const s3Variables = {
  FILE_STORE: z.enum(["database", "disk"]).optional().meta({
    description:
      "Where files are stored without S3: in the `database`, or in `DATA_DIR` on the `disk`, which all processes must share.",
    unset: "`database` with `DATABASE_URL`, otherwise `disk`",
  }),
  S3_ENDPOINT: z.url().optional().meta({
    description:
      "Address of an S3-compatible store for files. With it bucket and keys are required. For many or large files.",
    unset: "as `FILE_STORE` says",
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

type Given = z.output<z.ZodObject<typeof s3Variables>> & { DATABASE_URL?: string | undefined };

/** `s3` is undefined when files are in the database or on the disk. */
export function filesOf(env: Given): { s3: S3Config | undefined; fileStore: "database" | "disk" } {
  return { s3: s3Of(env), fileStore: env.FILE_STORE ?? (env.DATABASE_URL ? "database" : "disk") };
}

function s3Of(env: Given): S3Config | undefined {
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

/** What is missing or contradictory in the settings of the store. */
export function s3Problems(env: Given): string[] {
  if (!env.S3_ENDPOINT) return [];
  if (env.FILE_STORE) return ["FILE_STORE can't go with S3_ENDPOINT: files are stored in one place"];
  return (["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    .filter((name) => !env[name])
    .map((name) => `${name} is missing: needed with S3_ENDPOINT`);
}
