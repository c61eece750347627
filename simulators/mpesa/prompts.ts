import { isObject, type JsonObject, textAt } from "../kit/json.ts";
import { confirmPayment } from "./c2b.ts";
import {
  badField,
  internalError,
  noMerchant,
  spikeArrest,
  stillProcessing,
  subscriberLocked,
  wrongCredentials,
} from "./errors.ts";
import { need, requireCallbackUrl } from "./fields.ts";
import { accountOf, type Merchant } from "./merchants.ts";
import { type Answer, answers, magicOf, resultWords, type Scenario } from "./results.ts";
import type { DarajaSimulator } from "./simulator.ts";
import { type Prompt, takeFault } from "./state.ts";
import { eatTimestamp, newCheckoutRequestId, newMerchantRequestId, newReceipt } from "./text.ts";

const types = ["CustomerPayBillOnline", "CustomerBuyGoodsOnline"];

/** Shortcode and password, checked after the fields. */
function requireMerchant({ shortcode, passkey }: Merchant, body: JsonObject): void {
  if (textAt(body, "BusinessShortCode") !== shortcode) throw noMerchant();
  const expected = Buffer.from(`${shortcode}${passkey}${textAt(body, "Timestamp")}`).toString("base64");
  if (textAt(body, "Password") !== expected) throw wrongCredentials();
}

/**
 * The result of a prompt whose numbers do not belong together, after the customer typed the PIN (2028 for the
 * wrong kind, the text `SFC_IC0003` for an unknown till); undefined when they do.
 */
function wrongParty({ till, shortcode }: Merchant, type: string | undefined, partyB: string) {
  if ((type === "CustomerBuyGoodsOnline") !== (till !== undefined)) return "2028";
  return partyB === (till ?? shortcode) ? undefined : "SFC_IC0003";
}

/** Daraja documents these limits and does not enforce them (docs/facts/mpesa-daraja.md §2): merchants send longer words. */
function warnOfWords(simulator: DarajaSimulator, accountReference: string, description: string): void {
  const { log } = simulator.options;
  if (!/^[A-Za-z0-9 ]{1,12}$/.test(accountReference))
    log("AccountReference is longer than 12 characters or has other signs", { accountReference });
  if (description.length > 13) log("TransactionDesc is longer than 13 characters", { description });
}

/** `POST /mpesa/stkpush/v1/processrequest`: validates in Daraja's order and puts a prompt on the phone. */
export function startPrompt(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  const shortcode = need(body, "BusinessShortCode", /^\d{5,7}$/);
  need(body, "Timestamp", /^\d{14}$/);
  need(body, "Password", /^\S+$/);
  if (!types.includes(textAt(body, "TransactionType") ?? "")) throw badField("TransactionType");
  const amount = Number(need(body, "Amount", /^[1-9]\d{0,5}$/));
  need(body, "PartyA", /^254[17]\d{8}$/);
  const msisdn = need(body, "PhoneNumber", /^254[17]\d{8}$/);
  const partyB = need(body, "PartyB", /^\d{5,7}$/);
  const callbackUrl = requireCallbackUrl(body, "CallBackURL");
  const accountReference = need(body, "AccountReference", /^(?=.*\S).+$/);
  requireMerchant(merchant, body);
  warnOfWords(simulator, accountReference, textAt(body, "TransactionDesc") ?? "");
  const { state } = simulator;
  if (state.prompts.some((open) => open.msisdn === msisdn && open.resultCode === undefined))
    throw subscriberLocked();
  const magic = magicOf(msisdn);
  const scenario = magic?.scenario ?? takeFault(state);
  if (scenario === "spike") throw spikeArrest();
  const now = simulator.now();
  const prompt: Prompt = {
    merchantRequestId: newMerchantRequestId(),
    checkoutRequestId: newCheckoutRequestId(now, msisdn),
    shortcode,
    msisdn,
    amount,
    accountReference,
    callbackUrl,
    createdMs: now,
    resultCode: undefined,
    receipt: undefined,
    scenario,
    wrongParty: wrongParty(merchant, textAt(body, "TransactionType"), partyB),
    pendingQueries: scenario === "pending-query" ? 2 : 0,
  };
  state.prompts.push(prompt);
  simulator.record("prompt", { checkoutRequestId: prompt.checkoutRequestId, msisdn, amount });
  schedule(simulator, prompt, magic?.resultCode);
  return prompt;
}

function schedule(simulator: DarajaSimulator, prompt: Prompt, resultCode: string | undefined): void {
  const { promptMs, answerMs } = simulator.options;
  const answersItself = resultCode !== undefined && resultCode !== "1037";
  simulator.later(answersItself ? answerMs : promptMs, () =>
    endPrompt(simulator, prompt, resultCode ?? "1037"),
  );
}

/**
 * The response to the push: lost, an error though it was accepted, or the acknowledgement, which only means
 * queued.
 */
export function acknowledge(prompt: Prompt) {
  if (prompt.scenario === "http500") throw internalError();
  return {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResponseCode: "0",
    ResponseDescription: "Success. Request accepted for processing",
    CustomerMessage: "Success. Request accepted for processing",
  };
}

/** The payer's response at the phone. False when no such prompt waits. */
export function answerPrompt(simulator: DarajaSimulator, checkoutRequestId: string, answer: Answer): boolean {
  const prompt = simulator.state.prompts.find((one) => one.checkoutRequestId === checkoutRequestId);
  if (!prompt || prompt.resultCode !== undefined) return false;
  simulator.follow(endPrompt(simulator, prompt, answers[answer]));
  return true;
}

/** Ends a prompt: moves the money, then notifies the merchant as the scenario says. */
export async function endPrompt(simulator: DarajaSimulator, prompt: Prompt, wanted: string): Promise<void> {
  if (prompt.resultCode !== undefined) return;
  const { state } = simulator;
  const money = state.customers[prompt.msisdn];
  const isShort = money !== undefined && money < prompt.amount;
  prompt.resultCode = wanted === "0" ? (prompt.wrongParty ?? (isShort ? "1" : "0")) : wanted;
  const isPaid = prompt.resultCode === "0";
  if (isPaid) {
    prompt.receipt = newReceipt();
    if (money !== undefined) state.customers[prompt.msisdn] = money - prompt.amount;
    accountOf(simulator, prompt.shortcode).balances.working += prompt.amount;
    state.transactions.push({
      receipt: prompt.receipt,
      shortcode: prompt.shortcode,
      kind: "stk",
      msisdn: prompt.msisdn,
      amount: prompt.amount,
      account: prompt.accountReference,
      atMs: simulator.now(),
    });
  }
  const { checkoutRequestId, resultCode, receipt } = prompt;
  simulator.record("result", { checkoutRequestId, resultCode, receipt });
  await notify(simulator, prompt);
  const confirms = isPaid && simulator.options.confirmsStkAsC2b && prompt.scenario !== "lost";
  if (confirms) await confirmPayment(simulator, state.transactions.at(-1)!);
}

async function notify(simulator: DarajaSimulator, prompt: Prompt): Promise<void> {
  const body = callbackOf(prompt, simulator.now());
  const deliver = () => simulator.deliver(prompt.callbackUrl, body);
  const byScenario: Partial<Record<Scenario, () => unknown>> = {
    lost: () => {},
    late: () => simulator.later(simulator.options.lateMs, deliver),
    double: async () => {
      await deliver();
      await deliver();
    },
    forged: async () => {
      await simulator.deliver(prompt.callbackUrl, forgedBody(prompt, simulator.now()));
      await deliver();
    },
  };
  const special = prompt.scenario && byScenario[prompt.scenario];
  await (special ?? deliver)();
}

function forgedBody(prompt: Prompt, nowMs: number) {
  return callbackOf(
    { ...prompt, checkoutRequestId: "ws_CO_00000000000000forged", receipt: "FORGED0001", resultCode: "0" },
    nowMs,
  );
}

/** The body of a callback (docs/facts/mpesa-daraja.md §2.1): numbers where the query returns strings. */
function callbackOf(prompt: Prompt, nowMs: number) {
  const amount = prompt.scenario === "other-amount" ? prompt.amount + 1 : prompt.amount;
  const phone = prompt.scenario === "other-phone" ? "254799999999" : prompt.msisdn;
  const resultCode = prompt.resultCode ?? "0";
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResultCode: /^\d+$/.test(resultCode) ? Number(resultCode) : resultCode,
        ResultDesc: resultWords[resultCode] ?? "Failed",
        ...(resultCode === "0"
          ? {
              CallbackMetadata: {
                Item: [
                  { Name: "Amount", Value: amount },
                  { Name: "MpesaReceiptNumber", Value: prompt.receipt },
                  ...(prompt.scenario === "no-balance-value" ? [{ Name: "Balance" }] : []),
                  { Name: "TransactionDate", Value: Number(eatTimestamp(nowMs)) },
                  { Name: "PhoneNumber", Value: Number(phone) },
                ],
              },
            }
          : {}),
      },
    },
  };
}

/** `POST /mpesa/stkpushquery/v1/query`: an open prompt is an error 500, and the code is a string. */
export function askPrompt(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  if (!isObject(body)) throw badField("request");
  need(body, "BusinessShortCode", /^\d{5,7}$/);
  need(body, "Timestamp", /^\d{14}$/);
  const checkoutRequestId = need(body, "CheckoutRequestID", /^\S{1,64}$/);
  requireMerchant(merchant, body);
  const prompt = simulator.state.prompts.find((one) => one.checkoutRequestId === checkoutRequestId);
  if (!prompt) throw badField("CheckoutRequestID");
  if (prompt.resultCode === undefined) throw stillProcessing();
  if (prompt.pendingQueries > 0) {
    prompt.pendingQueries -= 1;
    throw stillProcessing();
  }
  return {
    ResponseCode: "0",
    ResponseDescription: "The service request has been accepted successfully",
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: prompt.resultCode,
    ResultDesc: resultWords[prompt.resultCode] ?? "Failed",
  };
}
