import { createHmac } from "node:crypto";
import type { Certificate } from "#app/db/schema/contacts/requests.ts";
import type { OrgContext } from "#app/platform/context.ts";

interface Done extends Pick<Certificate, "conversations" | "messages" | "emptied" | "events"> {
  personRequestId: string;
  closedAt: Date;
}

const signatureOf = (key: Buffer, orgId: string, done: Done): string =>
  createHmac("sha256", key)
    .update(
      [
        "erasure",
        orgId,
        done.personRequestId,
        done.closedAt.toISOString(),
        done.conversations,
        done.messages,
        done.emptied,
        done.events,
      ].join("\n"),
    )
    .digest("hex");

/** The actions for a person, signed by the platform. */
export function certify(ctx: Pick<OrgContext, "config" | "orgId">, done: Done): Certificate {
  const { id, key } = ctx.config.encryptionKeys[0]!;
  const { conversations, messages, emptied, events } = done;
  return {
    conversations,
    messages,
    emptied,
    events,
    keyId: id,
    signature: signatureOf(key, ctx.orgId, done),
  };
}

/** Whether a certificate is genuine. */
export function isGenuine(
  ctx: Pick<OrgContext, "config" | "orgId">,
  { certificate, ...request }: { id: string; closedAt: Date | null; certificate: Certificate | null },
): boolean {
  const key = ctx.config.encryptionKeys.find(({ id }) => id === certificate?.keyId);
  if (!certificate || !key || !request.closedAt) return false;
  const done = { ...certificate, personRequestId: request.id, closedAt: request.closedAt };
  return signatureOf(key.key, ctx.orgId, done) === certificate.signature;
}
