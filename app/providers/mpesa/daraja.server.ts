import { constants, publicEncrypt } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { DarajaConfig } from "#app/platform/config/darajaConfig.ts";
import {
  type CallOwner,
  type Daraja,
  DarajaError,
  DarajaUnknown,
  type ResultUrls,
} from "#app/platform/gates/daraja.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { createDarajaCaller } from "./call.server.ts";
import { createTokens } from "./token.server.ts";

const platform: CallOwner = "platform";
const msisdn = (phone: string) => phone.replace(/^\+/, "");

/** `YYYYMMDDHHmmss` of Nairobi, which is UTC+3 all the year. */
const inNairobi = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19);

/** Daraja's timestamp for a password, and the password itself. */
function passwordOf({ shortcode, passkey }: DarajaConfig, now: Date) {
  const Timestamp = inNairobi(now).replace(/\D/g, "");
  return {
    BusinessShortCode: shortcode,
    Password: Buffer.from(`${shortcode}${passkey}${Timestamp}`).toString("base64"),
    Timestamp,
  };
}

const urlsOf = ({ resultUrl, timeoutUrl }: ResultUrls) => ({
  ResultURL: resultUrl,
  QueueTimeOutURL: timeoutUrl,
});

const isTokenRefused = (error: unknown) =>
  error instanceof DarajaError && ["404.001.03", "400.003.01"].includes(error.errorCode);

export function createDaraja(options: {
  url: string;
  /** Safaricom's public key, for initiator calls. */
  certificate: string | undefined;
  daraja: DarajaConfig;
  encryptionKeys: Config["encryptionKeys"];
  db: Database;
  clock: Clock;
  log: Logger;
}): Daraja {
  const { daraja, clock } = options;
  const caller = createDarajaCaller(options);
  const tokenOf = createTokens({ ...options, call: caller.call });

  async function post<T>(path: string, body: Record<string, unknown>, owner: CallOwner): Promise<T> {
    const token = await tokenOf().catch((error: unknown) => {
      // Without a token no call was made.
      throw error instanceof DarajaUnknown ? new DarajaError(503, "token", error.message) : error;
    });
    const send = (bearer: string) =>
      caller.call<T>({ method: "POST", path, body, authorization: `Bearer ${bearer}`, owner });
    try {
      return await send(token);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      return send(await tokenOf(token));
    }
  }

  function initiator() {
    const { initiator: name, initiatorPassword } = daraja;
    if (!options.certificate || !initiatorPassword)
      throw new DarajaError(0, "initiator", "No initiator is configured");
    const key = { key: options.certificate, padding: constants.RSA_PKCS1_PADDING };
    return {
      name,
      SecurityCredential: publicEncrypt(key, Buffer.from(initiatorPassword)).toString("base64"),
    };
  }

  const asInitiator = () => {
    const { name, SecurityCredential } = initiator();
    return { Initiator: name, SecurityCredential };
  };

  return {
    async stkPush({ amountKes, phone, accountReference, description, callbackUrl }, owner) {
      const answer = await post<{ MerchantRequestID: string; CheckoutRequestID: string }>(
        "/mpesa/stkpush/v1/processrequest",
        {
          ...passwordOf(daraja, clock.now()),
          TransactionType: "CustomerPayBillOnline",
          Amount: amountKes,
          PartyA: msisdn(phone),
          PartyB: daraja.shortcode,
          PhoneNumber: msisdn(phone),
          CallBackURL: callbackUrl,
          AccountReference: accountReference,
          TransactionDesc: description,
        },
        owner,
      );
      return { merchantRequestId: answer.MerchantRequestID, checkoutRequestId: answer.CheckoutRequestID };
    },
    async stkQuery(checkoutRequestId, owner) {
      try {
        const answer = await post<{ ResultCode: string | number; ResultDesc: string }>(
          "/mpesa/stkpushquery/v1/query",
          { ...passwordOf(daraja, clock.now()), CheckoutRequestID: checkoutRequestId },
          owner,
        );
        const resultCode = String(answer.ResultCode);
        return resultCode === "4999" ? undefined : { resultCode, resultDesc: answer.ResultDesc };
      } catch (error) {
        if (error instanceof DarajaError && /being processed/i.test(error.message)) return undefined;
        throw error;
      }
    },
    async registerUrls({ confirmationUrl, validationUrl }) {
      await post(
        "/mpesa/c2b/v2/registerurl",
        {
          ShortCode: daraja.shortcode,
          ResponseType: "Completed",
          ConfirmationURL: confirmationUrl,
          ValidationURL: validationUrl,
        },
        platform,
      );
    },
    async registerPull(callbackUrl) {
      await post(
        "/pulltransactions/v1/register",
        { ShortCode: daraja.shortcode, RequestType: "Pull", NominatedNumber: "", CallBackURL: callbackUrl },
        platform,
      );
    },
    async pull(from, until, offset) {
      const answer = await post<{ Response?: PulledRow[][] | PulledRow[] }>(
        "/pulltransactions/v1/query",
        {
          ShortCode: daraja.shortcode,
          StartDate: inNairobi(from).replace("T", " "),
          EndDate: inNairobi(until).replace("T", " "),
          OffSetValue: String(offset),
        },
        platform,
      );
      return (answer.Response ?? []).flat().map((row) => ({
        receipt: row.transactionId,
        paidAt: new Date(row.trxDate),
        payer: row.msisdn ?? "",
        account: row.billreference ?? "",
        amountCents: Math.round(Number(row.amount) * 100),
      }));
    },
    async payOut({ id, phone, amountKes, remarks, ...urls }, owner) {
      const { name, SecurityCredential } = initiator();
      const answer = await post<{ ConversationID: string }>(
        "/mpesa/b2c/v3/paymentrequest",
        {
          OriginatorConversationID: id,
          InitiatorName: name,
          SecurityCredential,
          CommandID: "BusinessPayment",
          Amount: amountKes,
          PartyA: daraja.shortcode,
          PartyB: msisdn(phone),
          Remarks: remarks,
          ...urlsOf(urls),
          Occassion: "",
        },
        owner,
      );
      return { conversationId: answer.ConversationID };
    },
    async askTransaction({ originalConversationId, receipt, ...urls }, owner) {
      await post(
        "/mpesa/transactionstatus/v1/query",
        {
          ...asInitiator(),
          CommandID: "TransactionStatusQuery",
          ...(receipt ? { TransactionID: receipt } : { OriginalConversationID: originalConversationId }),
          PartyA: daraja.shortcode,
          IdentifierType: "4",
          ...urlsOf(urls),
          Remarks: "Status",
          Occasion: "",
        },
        owner,
      );
    },
    async askBalance(urls) {
      await post(
        "/mpesa/accountbalance/v1/query",
        {
          ...asInitiator(),
          CommandID: "AccountBalance",
          PartyA: daraja.shortcode,
          IdentifierType: "4",
          ...urlsOf(urls),
          Remarks: "Balance",
        },
        platform,
      );
    },
    async reverse({ receipt, amountKes, remarks, ...urls }, owner) {
      const answer = await post<{ ConversationID: string }>(
        "/mpesa/reversal/v1/request",
        {
          ...asInitiator(),
          CommandID: "TransactionReversal",
          TransactionID: receipt,
          Amount: amountKes,
          ReceiverParty: daraja.shortcode,
          RecieverIdentifierType: "11",
          ...urlsOf(urls),
          Remarks: remarks,
          Occasion: "",
        },
        owner,
      );
      return { conversationId: answer.ConversationID };
    },
    baseUrl: new URL(options.url).origin,
    reach: caller.reach,
    close: caller.close,
  };
}

interface PulledRow {
  transactionId: string;
  trxDate: string;
  msisdn?: string;
  billreference?: string;
  amount: string;
}
