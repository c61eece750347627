import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { isAnyOf, together } from "#app/db/together.server.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import { mediaKeysOf } from "#app/domain/whatsapp/templates/files.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { MediaAtNumber, type MediaObstacle } from "./mediaAtNumber.server.ts";
import type { Outgoing } from "./outgoing.server.ts";
import { reuploadFiles, type Verdict } from "./verdict.ts";

/** How long the token, the speed and the templates that were read are good for. */
const freshMs = 1000;

export interface Sender {
  accessToken: string | null;
  throughputPerSecond: number;
  wabaStatus: string;
  numberStatus: string;
}

/** The token and speed of a number, and whether staff stopped all sending of the organisation. */
const senderRow = (tx: Tx, orgId: OrgId, phoneNumberId: string) =>
  tx
    .select({
      accountId: whatsappAccounts.id,
      status: whatsappAccounts.status,
      tokenEncrypted: whatsappAccounts.tokenEncrypted,
      throughput: phoneNumbers.throughputPerSecond,
      numberStatus: phoneNumbers.status,
      suspension: suspensions.level,
    })
    .from(phoneNumbers)
    .innerJoin(whatsappAccounts, withAccount)
    .leftJoin(
      suspensions,
      and(
        eq(suspensions.orgId, orgId),
        isNull(suspensions.endedAt),
        inArray(suspensions.level, ["sends", "sign_in"]),
      ),
    )
    .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)));

function senderOf(
  { config }: Services,
  orgId: OrgId,
  row: Awaited<ReturnType<typeof senderRow>>[number] | undefined,
): Sender | null {
  if (!row) return null;
  const sealedFor = `whatsapp_accounts:${orgId}:${row.accountId}`;
  return {
    accessToken: row.tokenEncrypted ? openSecret(config.encryptionKeys, sealedFor, row.tokenEncrypted) : null,
    throughputPerSecond: row.throughput,
    wabaStatus: row.suspension ? "suspended" : row.status,
    numberStatus: row.numberStatus,
  };
}

export type TemplateRow = Pick<
  typeof templates.$inferSelect,
  "name" | "language" | "category" | "status" | "components" | "parameterFormat"
>;

const templatesByIds = (tx: Tx, orgId: OrgId, ids: readonly string[]) =>
  tx
    .select()
    .from(templates)
    .where(and(eq(templates.orgId, orgId), isAnyOf(templates.id, ids)));

/**
 * The token and speed of a number, and the templates of what it sends. What was read is good for a second; until the
 * new state is there the old one serves, since rows are posted in the meantime.
 */
export class SendSources {
  readonly #services: Services;
  readonly #orgId: OrgId;
  readonly #phoneNumberId: string;
  readonly #templates = new Map<string, TemplateRow | null>();
  readonly #mediaKeys = new Map<string, readonly string[]>();
  readonly media: MediaAtNumber;
  #sender: Sender | null = null;
  #headers: string[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, orgId: OrgId, phoneNumberId: string) {
    this.#services = services;
    this.#orgId = orgId;
    this.#phoneNumberId = phoneNumberId;
    this.media = new MediaAtNumber(services, { orgId, phoneNumberId });
  }

  get sender(): Sender | null {
    return this.#sender;
  }

  /** Names and values in turn, for every send with the present token. */
  get headers(): string[] {
    return this.#headers;
  }

  template(templateId: string | null): TemplateRow | null {
    return templateId === null ? null : (this.#templates.get(templateId) ?? null);
  }

  /** Our files that a row refers to. */
  filesOf(row: Pick<Outgoing, "type" | "templateId" | "variables">): string[] {
    const { variables } = row;
    if (row.type !== "template" || row.templateId === null || !variables) return [];
    return (this.#mediaKeys.get(row.templateId) ?? []).flatMap((key) => variables[key] || []);
  }

  mediaObstacle(row: Outgoing): MediaObstacle | null {
    return this.media.obstacleTo(this.filesOf(row));
  }

  async load(rows: readonly Outgoing[]): Promise<void> {
    const isStale = performance.now() - this.#readAt > freshMs;
    const ofRows = rows.flatMap(({ templateId }) => templateId ?? []);
    const ids = isStale
      ? [...new Set([...this.#templates.keys(), ...ofRows])]
      : [...new Set(ofRows)].filter((id) => !this.#templates.has(id));
    const { systemReads } = this.#services.db;
    if (isStale) {
      this.#readAt = performance.now();
      const read = await together(systemReads, {
        sender: senderRow(systemReads, this.#orgId, this.#phoneNumberId),
        templates: templatesByIds(systemReads, this.#orgId, ids),
      });
      this.#sender = senderOf(this.#services, this.#orgId, read.sender[0]);
      const bearer = `Bearer ${this.#sender?.accessToken}`;
      this.#headers = ["content-type", "application/json", "authorization", bearer];
      this.#keepAll(ids, read.templates);
    } else if (ids.length > 0) this.#keepAll(ids, await templatesByIds(systemReads, this.#orgId, ids));
    const files = new Set(rows.flatMap((row) => this.filesOf(row)));
    await this.media.load(files, this.#sender?.accessToken ?? null);
  }

  #keepAll(ids: readonly string[], rows: readonly (typeof templates.$inferSelect)[]): void {
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) this.#keep(id, found.get(id) ?? null);
  }

  #keep(templateId: string, template: TemplateRow | null): void {
    this.#templates.set(templateId, template);
    try {
      this.#mediaKeys.set(templateId, template ? mediaKeysOf(template.components) : []);
    } catch {
      // Its rows are refused one by one, with a reason, when they are composed.
      this.#mediaKeys.set(templateId, []);
    }
  }

  /** A file that Meta has lost is given to it again, and the message sent again, once. */
  withFiles(row: Outgoing, verdict: Verdict): Verdict {
    const files = verdict.move.state === "failed" ? this.media.haveBeenThere(this.filesOf(row)) : [];
    const reuploaded = files.length > 0 ? reuploadFiles(row, verdict, this.#services.clock.now()) : null;
    if (reuploaded) void this.media.forget(files);
    return reuploaded ?? verdict;
  }
}
