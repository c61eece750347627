/** The public data of an event: a message's file has an address of ours, where a key downloads it. */
export function publicData(appUrl: string, data: Record<string, unknown>): Record<string, unknown> {
  const file = data.media as { id?: unknown } | undefined;
  if (typeof file?.id !== "string") return data;
  return { ...data, media: { ...file, url: `${appUrl}/api/v1/media/${file.id}/content` } };
}
