import { join } from "node:path";
import { SnapshotFile } from "../kit/snapshotFile.ts";
import { PairBuckets, TokenBucket } from "../kit/tokenBucket.ts";
import { Faults } from "./faults.ts";
import { Handsets } from "./handset.ts";
import { newNodeId } from "./ids.ts";
import { Ledger } from "./ledger.ts";
import { type MediaFile, MediaFiles } from "./mediaFiles.ts";
import { makeUpApp, type ResolvedOptions } from "./options.ts";
import { PendingFile } from "./pendingFile.ts";
import { RequestLog } from "./requestLog.ts";
import {
  type BusinessPhoneNumber,
  type MessageTemplate,
  SimulatorState,
  type StateSnapshot,
  type WhatsAppAccount,
} from "./state.ts";
import { type Journey, StatusSchedule } from "./statusSchedule.ts";
import { ReviewDesk } from "./templateReview.ts";
import { Uploads } from "./uploads.ts";
import { envelope, messagesValue, type TemplateVerdict, templateStatusValue } from "./webhookBody.ts";
import { WebhookQueue } from "./webhookQueue.ts";

const STATE_DEBOUNCE_MS = 200;
/**
 * Above this many open webhooks their snapshot is written only on close: rewriting it each second would cost
 * too much.
 */
const PENDING_WRITTEN_UP_TO = 20_000;

/** The simulated platform without its HTTP surface: state, clocks, limits, and the webhooks that leave it. */
export class Simulator {
  readonly options: ResolvedOptions;
  readonly state: SimulatorState;
  readonly ledger: Ledger;
  readonly handsets = new Handsets();
  readonly media: MediaFiles;
  readonly uploads = new Uploads();
  readonly faults = new Faults();
  readonly requests = new RequestLog();
  readonly pairs = new PairBuckets();
  readonly webhooks: WebhookQueue;
  readonly statuses: StatusSchedule;
  readonly reviews: ReviewDesk;
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly stateFile: SnapshotFile<StateSnapshot & { media?: MediaFile[] }>;
  private readonly pendingFile: PendingFile;

  constructor(options: ResolvedOptions) {
    this.options = options;
    const { clock, stateDir } = options;
    const statePath = stateDir === undefined ? undefined : join(stateDir, "state.json");
    this.media = new MediaFiles(stateDir);
    this.stateFile = new SnapshotFile(statePath, clock, STATE_DEBOUNCE_MS, () => ({
      ...this.state.toSnapshot(clock.now()),
      media: this.media.toSnapshot(clock.now()),
    }));
    this.pendingFile = new PendingFile(stateDir, clock, () => ({
      notifications: this.webhooks.pending(),
      statuses: this.statuses.pending(),
    }));
    const madeUp = makeUpApp();
    const app = { ...madeUp, businessId: newNodeId() };
    this.state = new SimulatorState(app, () => this.stateFile.schedule());
    this.webhooks = new WebhookQueue(
      options,
      this.faults,
      () => this.state.app.appSecret,
      (notification) => this.pendingFile.add({ notification }),
      () => this.notePending(),
    );
    this.statuses = new StatusSchedule(
      options,
      this.faults,
      (id, statuses) => this.sendStatuses(id, statuses),
      () => this.webhooks.isBusy,
    );
    this.reviews = new ReviewDesk(this);
    this.ledger = new Ledger(stateDir);
  }

  /** Resumes from another process. Only once the port is ours: two would answer for the same messages. */
  restore(): void {
    const snapshot = this.stateFile.load();
    if (snapshot) this.state.restore(snapshot);
    this.media.restore(snapshot?.media ?? []);
    const { appId, appSecret } = this.options;
    if (appId !== undefined) this.state.app.appId = appId;
    if (appSecret !== undefined) this.state.app.appSecret = appSecret;
    this.state.touch();
    const { notifications, statuses, newest } = this.pendingFile.load();
    // A message's statuses are written before its line of the ledger; a kill may have come in between.
    if (newest && !this.ledger.hasLately(newest.wamid)) this.enter(newest);
    this.webhooks.restore(notifications);
    this.statuses.restore(statuses);
    for (const template of this.state.templates.values()) this.reviews.await(template);
  }

  /** Records an accepted message in the ledger, and schedules its statuses. */
  accept(journey: Journey): void {
    if (journey.mode !== "none") this.pendingFile.add({ journey });
    this.enter(journey);
    if (journey.mode === "none") return;
    this.statuses.start(journey);
    this.notePending();
  }

  private enter({ acceptedAt, phoneNumberId, recipient, wamid, opaque }: Journey): void {
    this.ledger.append({
      atMs: acceptedAt,
      phoneNumberId,
      to: recipient,
      wamid,
      bizOpaqueCallbackData: opaque,
    });
  }

  /** Schedules a snapshot of open webhooks, unless there are too many. */
  private notePending(): void {
    if (this.options.stateDir === undefined) return;
    if (this.webhooks.pendingCount() + this.statuses.pendingCount() <= PENDING_WRITTEN_UP_TO)
      this.pendingFile.schedule();
  }

  /** The number's own throughput limit: its rate, with one second's worth at once. */
  bucketOf(number: BusinessPhoneNumber): TokenBucket {
    const known = this.buckets.get(number.id);
    if (known) return known;
    const bucket = new TokenBucket(number.throughput, number.throughput);
    this.buckets.set(number.id, bucket);
    return bucket;
  }

  /** Message events go to the number's callback, else the account's, else the app's (docs/facts/whatsapp-cloud-api.md §4.4). */
  notifyMessages(number: BusinessPhoneNumber, content: object): void {
    this.notifyNumber(number, "messages", content);
  }

  notifyNumber(number: BusinessPhoneNumber, field: "messages" | "calls", content: object): void {
    const account = this.state.accounts.get(number.wabaId);
    if (!account?.subscribed) return;
    const url = number.overrideCallbackUri ?? account.overrideCallbackUri ?? this.appCallback(account);
    if (url)
      this.webhooks.enqueue(url, envelope(account.id, field, messagesValue(number, content)), number.id);
  }

  notifyTemplate(template: MessageTemplate, verdict: TemplateVerdict): void {
    const account = this.state.accounts.get(template.wabaId);
    const url = account && this.appCallback(account);
    if (!account?.subscribed || !url) return;
    const time = Math.floor(this.options.clock.now() / 1000);
    this.webhooks.enqueue(
      url,
      envelope(account.id, "message_template_status_update", templateStatusValue(template, verdict), time),
    );
  }

  /** `template_category_update`: the current category, or with `announced` the future one (§5.4). */
  notifyTemplateCategory(template: MessageTemplate, category: string, announced: boolean): void {
    const was = template.category;
    if (!announced) {
      template.previousCategory = was;
      template.category = category;
      delete template.correctCategory;
    } else template.correctCategory = category;
    this.state.touch();
    this.notifyOfTemplate(template, "template_category_update", {
      ...(announced
        ? { new_category: was, correct_category: category }
        : { previous_category: was, new_category: category }),
    });
  }

  /** `message_template_quality_update` (§5.4). */
  notifyTemplateQuality(template: MessageTemplate, quality: string): void {
    const was = template.qualityScore ?? "UNKNOWN";
    template.qualityScore = quality;
    this.state.touch();
    this.notifyOfTemplate(template, "message_template_quality_update", {
      previous_quality_score: was,
      new_quality_score: quality,
    });
  }

  private notifyOfTemplate(template: MessageTemplate, field: string, change: object): void {
    const account = this.state.accounts.get(template.wabaId);
    const url = account && this.appCallback(account);
    if (!account?.subscribed || !url) return;
    const value = {
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language.replace("_", "-"),
      ...change,
    };
    const time = Math.floor(this.options.clock.now() / 1000);
    this.webhooks.enqueue(url, envelope(account.id, field, value, time));
  }

  /**
   * `account_update` / `PARTNER_ADDED`: the server-side notice that a customer finished signup
   * (docs/facts/whatsapp-cloud-api.md §3.2).
   */
  notifyPartnerAdded(account: WhatsAppAccount): void {
    const url = this.appCallback(account);
    if (!url) return;
    const value = {
      event: "PARTNER_ADDED",
      waba_info: { waba_id: account.id, owner_business_id: account.ownerBusinessId },
    };
    const time = Math.floor(this.options.clock.now() / 1000);
    this.webhooks.enqueue(url, envelope(this.state.app.businessId, "account_update", value, time));
  }

  reset(): void {
    this.faults.clear();
    this.webhooks.clear();
    this.statuses.clear();
    this.reviews.clear();
    this.buckets.clear();
    this.pairs.clear();
    this.handsets.clear();
    this.media.clear();
    this.uploads.clear();
    this.requests.clear();
    this.ledger.clear();
    this.state.clear();
    this.pendingFile.schedule();
  }

  async close(): Promise<void> {
    this.statuses.close();
    this.reviews.clear();
    await this.webhooks.close();
    this.pendingFile.schedule();
    this.pendingFile.close();
    this.stateFile.flush();
    this.ledger.close();
  }

  private appCallback(account: WhatsAppAccount): string | undefined {
    return account.appWebhookUrl ?? this.options.webhookUrl;
  }

  private sendStatuses(phoneNumberId: string, statuses: object[]): void {
    const number = this.state.numbers.get(phoneNumberId);
    if (number) this.notifyMessages(number, { statuses });
  }
}
