import { constants, privateDecrypt, randomUUID } from "node:crypto";
import { type JsonObject, textAt } from "../kit/json.ts";
import { badField, DarajaRefusal } from "./errors.ts";
import { requireCallbackUrl } from "./fields.ts";
import { accountOf, type Merchant } from "./merchants.ts";
import type { DarajaSimulator } from "./simulator.ts";
import { eatDotted, newConversationId, newReceipt } from "./text.ts";

/**
 * Initiator requests get two responses: the acknowledgement, and later the result (docs/facts/payments.md
 * §2).
 */
interface Outcome {
  resultCode: string;
  resultDesc: string;
  transactionId: string;
  parameters: [string, string | number][] | undefined;
  /** Account balance returns its codes as strings. */
  codesAsText?: boolean;
}

function credentialFits(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant): boolean {
  try {
    const sealed = Buffer.from(textAt(body, "SecurityCredential") ?? "", "base64");
    const key = { key: simulator.keys.privateKey, padding: constants.RSA_PKCS1_PADDING };
    return privateDecrypt(key, sealed).toString() === merchant.initiatorPassword;
  } catch {
    return false;
  }
}

const refused = (resultCode: string, resultDesc: string): Outcome => ({
  resultCode,
  resultDesc,
  transactionId: newReceipt(),
  parameters: undefined,
});

const wrongInitiator: Outcome = {
  resultCode: "2001",
  resultDesc: "The initiator information is invalid.",
  transactionId: "UKL0000000",
  parameters: undefined,
};

function take(
  simulator: DarajaSimulator,
  body: JsonObject,
  merchant: Merchant,
  originatorConversationId: string,
  outcomeOf: () => Outcome,
) {
  const resultUrl = requireCallbackUrl(body, "ResultURL");
  requireCallbackUrl(body, "QueueTimeOutURL");
  const conversationId = newConversationId(simulator.now());
  simulator.later(simulator.options.answerMs, async () => {
    const outcome = credentialFits(simulator, body, merchant) ? outcomeOf() : wrongInitiator;
    const isNumber = !outcome.codesAsText && /^\d+$/.test(outcome.resultCode);
    const code = isNumber ? Number(outcome.resultCode) : outcome.resultCode;
    await simulator.deliver(resultUrl, {
      Result: {
        ResultType: outcome.codesAsText ? "0" : 0,
        ResultCode: code,
        ResultDesc: outcome.resultDesc,
        OriginatorConversationID: originatorConversationId,
        ConversationID: conversationId,
        TransactionID: outcome.transactionId,
        ...(outcome.parameters
          ? {
              ResultParameters: {
                ResultParameter: outcome.parameters.map(([Key, Value]) => ({ Key, Value })),
              },
            }
          : {}),
        ReferenceData: { ReferenceItem: { Key: "QueueTimeoutURL", Value: "" } },
      },
    });
  });
  return {
    ConversationID: conversationId,
    OriginatorConversationID: originatorConversationId,
    ResponseCode: "0",
    ResponseDescription: "Accept the service request successfully.",
  };
}

/** `POST /mpesa/b2c/v1/paymentrequest`: the older call has no caller's id, so a repeat pays again. */
export function payOutV1(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  const given = textAt(body, "OriginatorConversationID");
  if (!given) simulator.options.log("B2C v1 without OriginatorConversationID: a repeat pays again", {});
  return payOut(simulator, { ...body, OriginatorConversationID: given || randomUUID() }, merchant);
}

/** `POST /mpesa/b2c/v3/paymentrequest`: our id prevents paying twice. */
export function payOut(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  const id = textAt(body, "OriginatorConversationID") ?? "";
  if (id === "") throw badField("OriginatorConversationID");
  const amount = Number(textAt(body, "Amount"));
  if (!Number.isInteger(amount) || amount < 10) throw badField("Amount");
  const msisdn = textAt(body, "PartyB") ?? "";
  if (!/^254[17]\d{8}$/.test(msisdn)) throw badField("PartyB");
  const { state } = simulator;
  if (state.payouts[id]) throw new DarajaRefusal(500, "500.002.1001", "Duplicate OriginatorConversationID");
  const { balances } = accountOf(simulator, merchant.shortcode);
  const ack = take(simulator, body, merchant, id, () => {
    const receipt = newReceipt();
    const isShort = balances.utility < amount;
    state.payouts[id] = {
      conversationId: ack.ConversationID,
      receipt: isShort ? undefined : receipt,
      resultCode: isShort ? "1" : "0",
    };
    if (isShort) return refused("1", "The balance is insufficient for the transaction.");
    balances.utility -= amount;
    const atMs = simulator.now();
    const { shortcode } = merchant;
    const paid = { receipt, shortcode, msisdn, amount, account: "", atMs, originatorConversationId: id };
    state.transactions.push({ kind: "b2c", ...paid });
    simulator.record("b2c", paid);
    return {
      resultCode: "0",
      resultDesc: "The service request is processed successfully.",
      transactionId: receipt,
      parameters: [
        ["TransactionAmount", amount],
        ["TransactionReceipt", receipt],
        ["ReceiverPartyPublicName", `${msisdn} - ASHA MWANGI`],
        ["TransactionCompletedDateTime", eatDotted(atMs)],
        ["B2CUtilityAccountAvailableFunds", balances.utility],
        ["B2CWorkingAccountAvailableFunds", balances.working],
        ["B2CRecipientIsRegisteredCustomer", "Y"],
        ["B2CChargesPaidAccountAvailableFunds", balances.charges],
      ],
    };
  });
  state.payouts[id] = { conversationId: ack.ConversationID, receipt: undefined, resultCode: "pending" };
  return ack;
}

/** `POST /mpesa/transactionstatus/v1/query`: by receipt, or by the id of a payout whose result was lost. */
export function askTransaction(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  const receipt = textAt(body, "TransactionID");
  const original = textAt(body, "OriginalConversationID");
  if (!receipt && !original) throw badField("TransactionID");
  return take(simulator, body, merchant, randomUUID(), () => {
    const found = simulator.state.transactions.find(
      (one) =>
        one.shortcode === merchant.shortcode &&
        (one.receipt === receipt || (original && one.originatorConversationId === original)),
    );
    if (!found)
      return {
        resultCode: "2032",
        resultDesc: "The transaction receipt number does not exist.",
        transactionId: "UKL0000000",
        parameters: undefined,
      };
    return {
      resultCode: "0",
      resultDesc: "The service request is processed successfully.",
      transactionId: found.receipt,
      parameters: [
        ["ReceiptNo", found.receipt],
        ["TransactionStatus", found.reversedBy ? "Reversed" : "Completed"],
        ["Amount", found.amount],
        ["DebitPartyName", `${found.msisdn} - ASHA MWANGI`],
        ["FinalisedTime", eatDotted(found.atMs)],
      ],
    };
  });
}

/** `POST /mpesa/accountbalance/v1/query`: one text for all accounts. */
export function askBalance(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  return take(simulator, body, merchant, randomUUID(), () => {
    const { working, utility, charges } = accountOf(simulator, merchant.shortcode).balances;
    const line = (name: string, value: number) =>
      `${name}|KES|${value.toFixed(2)}|${value.toFixed(2)}|0.00|0.00`;
    return {
      resultCode: "0",
      resultDesc: "The service request is processed successfully",
      transactionId: newReceipt(),
      codesAsText: true,
      parameters: [
        [
          "AccountBalance",
          [
            line("Working Account", working),
            line("Utility Account", utility),
            line("Charges Paid Account", charges),
          ].join("&"),
        ],
        ["BOCompletedTime", eatDotted(simulator.now()).replace(/\D/g, "")],
      ],
    };
  });
}

/** `POST /mpesa/reversal/v1/request`: refunds a customer's payment. */
export function reverse(simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) {
  if (textAt(body, "RecieverIdentifierType") !== "11") throw badField("RecieverIdentifierType");
  const receipt = textAt(body, "TransactionID") ?? "";
  const { state } = simulator;
  return take(simulator, body, merchant, randomUUID(), () => {
    const found = state.transactions.find(
      (one) => one.shortcode === merchant.shortcode && one.receipt === receipt,
    );
    const { balances } = accountOf(simulator, merchant.shortcode);
    if (!found) return refused("R000002", "The transaction does not exist");
    if (found.reversedBy) return refused("R000001", "The transaction has already been reversed");
    if (balances.working < found.amount) return refused("1", "The balance is insufficient");
    found.reversedBy = newReceipt();
    balances.working -= found.amount;
    simulator.record("reversal", { receipt, reversedBy: found.reversedBy });
    return {
      resultCode: "0",
      resultDesc: "The service request is processed successfully",
      transactionId: found.reversedBy,
      parameters: [
        ["OriginalTransactionID", receipt],
        ["Amount", found.amount],
        ["CreditPartyPublicName", `${found.msisdn} - ASHA MWANGI`],
        ["TransCompletedTime", eatDotted(simulator.now()).replace(/\D/g, "")],
      ],
    };
  });
}
