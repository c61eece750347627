import { createHash, randomUUID } from "node:crypto";
import { type JsonObject, textAt } from "../kit/json.ts";
import { badField, DarajaRefusal } from "./errors.ts";
import { requireCallbackUrl } from "./fields.ts";
import { accountOf, type Merchant, merchantByNumber } from "./merchants.ts";
import type { DarajaSimulator } from "./simulator.ts";
import { type PayerForm, type Transaction, takeFault } from "./state.ts";
import { eatTimestamp, maskedMsisdn, newReceipt } from "./text.ts";

/** The key is misspelt like this in Daraja's responses. */
const accepted = (description: string) => ({
  OriginatorCoversationID: randomUUID(),
  ResponseCode: "0",
  ResponseDescription: description,
});

/**
 * `POST /mpesa/c2b/v1/registerurl`, `…/v2/…` (docs/facts/mpesa-daraja.md §3). The platform's paybill may be
 * registered again, as in Safaricom's sandbox; another merchant's only once, as in production.
 */
export const registerUrls =
  (payerForm: PayerForm) => (simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) => {
    const shortcode = requireShortcode(body, merchant);
    const responseType = textAt(body, "ResponseType");
    if (responseType !== "Completed" && responseType !== "Cancelled") throw badField("ResponseType");
    const confirmationUrl = requireCallbackUrl(body, "ConfirmationURL");
    const validationUrl = requireCallbackUrl(body, "ValidationURL");
    const account = accountOf(simulator, shortcode);
    if (account.urls && shortcode !== simulator.options.shortcode)
      throw new DarajaRefusal(500, "500.003.1001", "Urls are already registered");
    account.urls = { shortcode, responseType, confirmationUrl, validationUrl, payerForm };
    simulator.record("urls", { shortcode });
    return accepted("Success");
  };

/** A till's shortcode is its store's; confirmations and registrations may name either. */
function requireShortcode(body: JsonObject, { shortcode, till }: Merchant): string {
  if (![shortcode, till].includes(textAt(body, "ShortCode"))) throw badField("ShortCode");
  return shortcode;
}

/** `POST /mpesa/c2b/v2/simulate`: a customer pays at the paybill manually. */
export function simulatePayment(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  requireShortcode(body, merchant);
  const amount = Number(textAt(body, "Amount"));
  if (!Number.isInteger(amount) || amount < 1) throw badField("Amount");
  const msisdn = textAt(body, "Msisdn") ?? "";
  if (!/^254[17]\d{8}$/.test(msisdn)) throw badField("Msisdn");
  const account = textAt(body, "BillRefNumber") ?? "";
  simulator.follow(payByHand(simulator, { number: merchant.shortcode, msisdn, amount, account }));
  return accepted("Accept the service request successfully.");
}

/** A customer pays by hand to a paybill or till number; without one to the platform's paybill. */
export async function payByHand(
  simulator: DarajaSimulator,
  { number, ...payment }: { number?: string | undefined; msisdn: string; amount: number; account: string },
): Promise<{ receipt: string; accepted: boolean }> {
  const { shortcode, till } = merchantByNumber(simulator, number);
  const transaction: Transaction = {
    receipt: newReceipt(),
    kind: "c2b",
    shortcode,
    atMs: simulator.now(),
    ...payment,
    // At a till no account is typed.
    account: till === undefined ? payment.account : "",
  };
  const { urls, balances } = accountOf(simulator, shortcode);
  if (urls) {
    const answer = await simulator.deliver(urls.validationUrl, noticeOf(simulator, transaction, ""));
    const code = textAt(answer, "ResultCode");
    const isRefused = code === undefined ? urls.responseType === "Cancelled" : code !== "0";
    if (isRefused) return { receipt: transaction.receipt, accepted: false };
  }
  balances.working += payment.amount;
  simulator.state.transactions.push(transaction);
  simulator.record("c2b", transaction);
  await confirmPayment(simulator, transaction);
  return { receipt: transaction.receipt, accepted: true };
}

/** The confirmation, once; the fault `lost` drops it, `double` sends it twice. */
export async function confirmPayment(simulator: DarajaSimulator, transaction: Transaction): Promise<void> {
  const { urls, balances } = accountOf(simulator, transaction.shortcode);
  if (!urls) return;
  const fault = transaction.kind === "c2b" ? takeFault(simulator.state, ["lost", "double"]) : undefined;
  if (fault === "lost") return;
  const notice = noticeOf(simulator, transaction, balances.working.toFixed(2));
  await simulator.deliver(urls.confirmationUrl, notice);
  if (fault === "double") await simulator.deliver(urls.confirmationUrl, notice);
}

const hashed = (msisdn: string) => createHash("sha256").update(msisdn).digest("hex");

/** All strings; the payer masked, as version 2 sends it, or hashed as by version 1. */
function noticeOf(simulator: DarajaSimulator, transaction: Transaction, orgAccountBalance: string) {
  const { till } = merchantByNumber(simulator, transaction.shortcode);
  const isHashed = accountOf(simulator, transaction.shortcode).urls?.payerForm === "hash";
  return {
    TransactionType: till === undefined ? "Pay Bill" : "Buy Goods",
    TransID: transaction.receipt,
    TransTime: eatTimestamp(transaction.atMs),
    TransAmount: transaction.amount.toFixed(2),
    BusinessShortCode: till ?? transaction.shortcode,
    BillRefNumber: till === undefined ? transaction.account : "",
    InvoiceNumber: "",
    OrgAccountBalance: orgAccountBalance,
    ThirdPartyTransID: "",
    MSISDN: isHashed ? hashed(transaction.msisdn) : maskedMsisdn(transaction.msisdn),
    FirstName: "ASHA",
    MiddleName: "",
    LastName: "",
  };
}

const windowMs = 48 * 3_600_000;

export function registerPull(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  const shortcode = requireShortcode(body, merchant);
  if (textAt(body, "RequestType") !== "Pull") throw badField("RequestType");
  requireCallbackUrl(body, "CallBackURL");
  accountOf(simulator, shortcode).pullRegistered = true;
  return {
    ResponseRefID: randomUUID(),
    ResponseStatus: "1000",
    ShortCode: shortcode,
    ResponseDescription: "Success",
  };
}

/** `POST /pulltransactions/v1/query`: payments of the last 48 hours only. */
export function pullTransactions(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  const shortcode = requireShortcode(body, merchant);
  if (!accountOf(simulator, shortcode).pullRegistered)
    throw new DarajaRefusal(400, "400.003.02", "Short code not registered");
  const time = (field: string) => {
    const value = textAt(body, field) ?? "";
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) throw badField(field);
    return Date.parse(`${value.replace(" ", "T")}+03:00`);
  };
  const from = Math.max(time("StartDate"), simulator.now() - windowMs);
  const until = time("EndDate");
  const found = simulator.state.transactions
    .filter(
      (one) =>
        one.shortcode === shortcode &&
        ["stk", "c2b"].includes(one.kind) &&
        one.atMs >= from &&
        one.atMs <= until + 999,
    )
    .slice(Number(textAt(body, "OffSetValue") ?? 0))
    .map((one) => ({
      transactionId: one.receipt,
      trxDate: new Date(one.atMs + 3 * 3_600_000).toISOString().slice(0, 19).concat("+03:00"),
      msisdn: one.msisdn,
      sender: "MPESA",
      transactiontype: "c2b-pay-bill-debit",
      billreference: one.account,
      amount: one.amount.toFixed(2),
      organizationname: "Daraja Pull API",
    }));
  return { ResponseRefID: randomUUID(), ResponseCode: "1000", ResponseMessage: "Success", Response: [found] };
}
