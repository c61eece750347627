import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

export type UploadBody = string | Buffer | ReadableStream<Uint8Array>;

/** Uploads of contact files, and their results. */
export function importsOn(platform: TestPlatform) {
  const post = (headers: Record<string, string>, body: unknown, query: string, as: TestOrg) =>
    platform.api.fetch(
      new Request(`http://localhost:4000/api/contacts/imports${query}`, {
        method: "POST",
        body: body as string,
        headers: { cookie: as.cookie, "x-client-address": "10.0.0.1", ...headers },
        duplex: "half",
      } as RequestInit),
    );
  return {
    /** As the browser's form does. */
    uploadForm(as: TestOrg, file: string, fields: Record<string, string> = {}, fileName = "wateja.csv") {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set("file", new Blob([file]), fileName);
      return post({ "sec-fetch-site": "same-origin" }, form, "", as);
    },
    /** As a plain HTTP client does. */
    uploadText: (as: TestOrg, body: UploadBody, query = "") =>
      post({ "content-type": "text/csv" }, body, query, as),
    /** Uploads, runs the jobs, and returns the finished import. */
    async imported(as: TestOrg, body: UploadBody, query = "") {
      const response = await this.uploadText(as, body, query);
      const answer = (await response.json()) as { importId: string; message?: string };
      if (!response.ok) throw new Error(answer.message);
      await platform.runJobs();
      const { importId } = answer;
      return (await platform.call("GET /contacts/imports/:importId", { importId }, as)).import;
    },
    stored: (as: TestOrg) =>
      platform.services.db.withOrg(as.orgId, (tx) =>
        tx.select().from(contacts).where(eq(contacts.orgId, as.orgId)).orderBy(asc(contacts.phone)),
      ),
    /** Stored import files, and folders of unfinished uploads. */
    filesLeft() {
      const { dataDir } = platform.services.config;
      const names = (folder: string, recursive: boolean) =>
        existsSync(path.join(dataDir, folder))
          ? readdirSync(path.join(dataDir, folder), { recursive, encoding: "utf8" })
          : [];
      return [
        ...names("media", true).filter((name) => name.endsWith(".csv")),
        ...names("media-incoming", false),
      ];
    },
  };
}
