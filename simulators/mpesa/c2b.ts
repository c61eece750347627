import { randomUUID } from "node:crypto";
import { type JsonObject, textAt } from "../kit/json.ts";
import { badField, DarajaRefusal } from "./errors.ts";
import { requireCallbackUrl } from "./fields.ts";
import type { DarajaSimulator } from "./simulator.ts";
import { type Transaction, takeFault } from "./state.ts";
import { eatTimestamp, maskedMsisdn, newReceipt } from "./text.ts";

/** The key is misspelt like this in Daraja's responses. */
const accepted = (description: string) => ({
  OriginatorCoversationID: randomUUID(),
  ResponseCode: "0",
  ResponseDescription: description,
});

/** `POST /mpesa/c2b/v2/registerurl` (docs/facts/mpesa-daraja.md §3). */
export function registerUrls(simulator: DarajaSimulator, body: JsonObject) {
  const shortcode = textAt(body, "ShortCode") ?? "";
  if (shortcode !== simulator.options.shortcode) throw badField("ShortCode");
  const responseType = textAt(body, "ResponseType");
  if (responseType !== "Completed" && responseType !== "Cancelled") throw badField("ResponseType");
  const confirmationUrl = requireCallbackUrl(body, "ConfirmationURL");
  const validationUrl = requireCallbackUrl(body, "ValidationURL");
  simulator.state.urls = { shortcode, responseType, confirmationUrl, validationUrl };
  simulator.record("urls", {});
  return accepted("Success");
}

/** `POST /mpesa/c2b/v2/simulate`: a customer pays at the paybill manually. */
export function simulatePayment(simulator: DarajaSimulator, body: JsonObject) {
  if (textAt(body, "ShortCode") !== simulator.options.shortcode) throw badField("ShortCode");
  const amount = Number(textAt(body, "Amount"));
  if (!Number.isInteger(amount) || amount < 1) throw badField("Amount");
  const msisdn = textAt(body, "Msisdn") ?? "";
  if (!/^254[17]\d{8}$/.test(msisdn)) throw badField("Msisdn");
  simulator.follow(payByHand(simulator, { msisdn, amount, account: textAt(body, "BillRefNumber") ?? "" }));
  return accepted("Accept the service request successfully.");
}

export async function payByHand(
  simulator: DarajaSimulator,
  payment: { msisdn: string; amount: number; account: string },
): Promise<{ receipt: string; accepted: boolean }> {
  const transaction: Transaction = {
    receipt: newReceipt(),
    kind: "c2b",
    atMs: simulator.now(),
    ...payment,
  };
  const { urls } = simulator.state;
  if (urls) {
    const answer = await simulator.deliver(urls.validationUrl, noticeOf(simulator, transaction, ""));
    const code = textAt(answer, "ResultCode");
    const isRefused = code === undefined ? urls.responseType === "Cancelled" : code !== "0";
    if (isRefused) return { receipt: transaction.receipt, accepted: false };
  }
  simulator.state.balances.working += payment.amount;
  simulator.state.transactions.push(transaction);
  simulator.record("c2b", transaction);
  await confirmPayment(simulator, transaction);
  return { receipt: transaction.receipt, accepted: true };
}

/** The confirmation, once; the fault `lost` drops it, `double` sends it twice. */
export async function confirmPayment(simulator: DarajaSimulator, transaction: Transaction): Promise<void> {
  const { urls, balances } = simulator.state;
  if (!urls) return;
  const fault = transaction.kind === "c2b" ? takeFault(simulator.state, ["lost", "double"]) : undefined;
  if (fault === "lost") return;
  const notice = noticeOf(simulator, transaction, balances.working.toFixed(2));
  await simulator.deliver(urls.confirmationUrl, notice);
  if (fault === "double") await simulator.deliver(urls.confirmationUrl, notice);
}

/** All strings, the payer masked, as version 2 sends it. */
function noticeOf(simulator: DarajaSimulator, transaction: Transaction, orgAccountBalance: string) {
  return {
    TransactionType: "Pay Bill",
    TransID: transaction.receipt,
    TransTime: eatTimestamp(transaction.atMs),
    TransAmount: transaction.amount.toFixed(2),
    BusinessShortCode: simulator.options.shortcode,
    BillRefNumber: transaction.account,
    InvoiceNumber: "",
    OrgAccountBalance: orgAccountBalance,
    ThirdPartyTransID: "",
    MSISDN: maskedMsisdn(transaction.msisdn),
    FirstName: "ASHA",
    MiddleName: "",
    LastName: "",
  };
}

const windowMs = 48 * 3_600_000;

export function registerPull(simulator: DarajaSimulator, body: JsonObject) {
  if (textAt(body, "ShortCode") !== simulator.options.shortcode) throw badField("ShortCode");
  if (textAt(body, "RequestType") !== "Pull") throw badField("RequestType");
  requireCallbackUrl(body, "CallBackURL");
  simulator.state.pullRegistered = true;
  return {
    ResponseRefID: randomUUID(),
    ResponseStatus: "1000",
    ShortCode: simulator.options.shortcode,
    ResponseDescription: "Success",
  };
}

/** `POST /pulltransactions/v1/query`: payments of the last 48 hours only. */
export function pullTransactions(simulator: DarajaSimulator, body: JsonObject) {
  if (!simulator.state.pullRegistered)
    throw new DarajaRefusal(400, "400.003.02", "Short code not registered");
  const time = (field: string) => {
    const value = textAt(body, field) ?? "";
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) throw badField(field);
    return Date.parse(`${value.replace(" ", "T")}+03:00`);
  };
  const from = Math.max(time("StartDate"), simulator.now() - windowMs);
  const until = time("EndDate");
  const found = simulator.state.transactions
    .filter(({ kind, atMs }) => (kind === "stk" || kind === "c2b") && atMs >= from && atMs <= until + 999)
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
