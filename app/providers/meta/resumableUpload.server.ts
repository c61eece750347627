import type { Readable } from "node:stream";
import { type Graph, GraphError, type GraphErrorBody, GraphUnreachable } from "./graph.server.ts";

const withinMs = 120_000;

interface FileToUpload {
  /** Its bytes from `start` on. */
  content: (start: number) => Promise<Readable>;
  bytes: number;
  contentType: string;
  fileName: string;
}

/**
 * Uploads a file to Meta in a resumable upload (a template's sample, a profile's picture), and returns the
 * handle (facts/whatsapp-cloud-api.md §7). An interrupted upload is resumed once. @throws GraphError,
 * GraphUnreachable
 */
export async function uploadFile(
  graph: Graph,
  input: { accessToken: string; appId: string; file: FileToUpload },
): Promise<string> {
  const { accessToken, appId, file } = input;
  const { id } = await graph.call<{ id?: string }>({
    method: "POST",
    path: `/${appId}/uploads`,
    query: {
      file_name: file.fileName,
      file_length: String(file.bytes),
      file_type: file.contentType,
    },
    accessToken,
  });
  if (!id?.startsWith("upload:")) throw new GraphUnreachable(new Error("the answer has no session"));
  try {
    return await sendFrom(graph, { accessToken, session: id, offset: 0, file });
  } catch (error) {
    if (!(error instanceof GraphUnreachable)) throw error;
    const offset = await offsetOf(graph, accessToken, id);
    return sendFrom(graph, { accessToken, session: id, offset, file });
  }
}

async function offsetOf(graph: Graph, accessToken: string, session: string): Promise<number> {
  const { file_offset: offset } = await graph.call<{ file_offset?: number | string }>({
    method: "GET",
    path: `/${session}`,
    accessToken,
  });
  return Number(offset ?? 0);
}

async function sendFrom(
  graph: Graph,
  input: { accessToken: string; session: string; offset: number; file: FileToUpload },
): Promise<string> {
  const { offset, file } = input;
  const content = await file.content(offset);
  let status: number;
  let parsed: { h?: unknown };
  try {
    const answer = await graph.pool.request({
      method: "POST",
      path: `${graph.pathPrefix}/${input.session}`,
      headers: {
        authorization: `OAuth ${input.accessToken}`,
        file_offset: String(offset),
        "content-type": file.contentType,
        "content-length": String(file.bytes - offset),
      },
      body: content,
      signal: AbortSignal.timeout(withinMs),
    });
    status = answer.statusCode;
    parsed = (await answer.body.json()) as { h?: unknown };
  } catch (error) {
    content.destroy();
    throw new GraphUnreachable(error);
  }
  if (status >= 400) throw new GraphError(status, parsed as GraphErrorBody);
  if (typeof parsed.h !== "string") throw new GraphUnreachable(new Error("the answer has no handle"));
  return parsed.h;
}
