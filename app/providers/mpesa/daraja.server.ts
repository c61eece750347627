import { constants, publicEncrypt } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import {
  type CallOwner,
  type Daraja,
  DarajaError,
  type DarajaHost,
  DarajaUnknown,
  type MerchantKeys,
  type ResultUrls,
} from "#app/platform/gates/daraja.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { createDarajaCaller, type DarajaCaller } from "./call.server.ts";
import { createTokens } from "./token.server.ts";

const msisdn = (phone: string) => phone.replace(/^\+/, "");

/** `YYYYMMDDHHmmss` of Nairobi, which is UTC+3 all the year. */
const inNairobi = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19);

/** Daraja's timestamp for a password, and the password itself. */
function passwordOf({ shortcode, passkey }: MerchantKeys, now: Date) {
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

interface HostOptions {
  url: string;
  /** Safaricom's public key, for initiator calls. */
  certificate: string | undefined;
  encryptionKeys: Config["encryptionKeys"];
  db: Database;
  clock: Clock;
  log: Logger;
}

export function createDaraja(options: HostOptions): DarajaHost {
  const caller = createDarajaCaller(options);
  const tokenFor = createTokens({ ...options, call: caller.call });
  return {
    of: (keys) => merchantOf(options, keys, caller.call, (refused) => tokenFor(keys, refused)),
    baseUrl: new URL(options.url).origin,
    reach: caller.reach,
    close: caller.close,
  };
}

/** What the calls of one merchant share. */
interface Merchant {
  keys: MerchantKeys;
  clock: Clock;
  certificate: string | undefined;
  post<T>(path: string, body: Record<string, unknown>, owner: CallOwner): Promise<T>;
}

/** Daraja with the keys of one merchant. */
function merchantOf(
  { clock, certificate }: HostOptions,
  keys: MerchantKeys,
  call: DarajaCaller,
  tokenOf: (refused?: string) => Promise<string>,
): Daraja {
  async function post<T>(path: string, body: Record<string, unknown>, owner: CallOwner): Promise<T> {
    const token = await tokenOf().catch((error: unknown) => {
      // Without a token no call was made.
      throw error instanceof DarajaUnknown ? new DarajaError(503, "token", error.message) : error;
    });
    const send = (bearer: string) =>
      call<T>({ method: "POST", path, body, authorization: `Bearer ${bearer}`, owner });
    try {
      return await send(token);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      return send(await tokenOf(token));
    }
  }

  const merchant = { keys, clock, certificate, post };
  return {
    requireToken: () => tokenOf().then(() => undefined),
    ...promptsOf(merchant),
    ...receivedBy(merchant),
    ...pulledBy(merchant),
    ...paidOutBy(merchant),
    ...reversedBy(merchant),
    ...askedBy(merchant),
  };
}

const promptsOf = ({ keys, clock, post }: Merchant): Pick<Daraja, "stkPush" | "stkQuery"> => ({
  async stkPush({ amountKes, phone, accountReference, description, callbackUrl }, owner) {
    const answer = await post<{ MerchantRequestID: string; CheckoutRequestID: string }>(
      "/mpesa/stkpush/v1/processrequest",
      {
        ...passwordOf(keys, clock.now()),
        TransactionType: keys.till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
        Amount: amountKes,
        PartyA: msisdn(phone),
        PartyB: keys.till ?? keys.shortcode,
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
        { ...passwordOf(keys, clock.now()), CheckoutRequestID: checkoutRequestId },
        owner,
      );
      const resultCode = String(answer.ResultCode);
      return resultCode === "4999" ? undefined : { resultCode, resultDesc: answer.ResultDesc };
    } catch (error) {
      if (error instanceof DarajaError && /being processed/i.test(error.message)) return undefined;
      throw error;
    }
  },
});

const receivedBy = ({ keys, post }: Merchant): Pick<Daraja, "registerUrls" | "registerPull"> => ({
  async registerUrls({ confirmationUrl, validationUrl, payerForm }, owner) {
    await post(
      `/mpesa/c2b/${payerForm === "hash" ? "v1" : "v2"}/registerurl`,
      {
        ShortCode: keys.shortcode,
        ResponseType: "Completed",
        ConfirmationURL: confirmationUrl,
        ValidationURL: validationUrl,
      },
      owner,
    );
  },
  async registerPull({ callbackUrl, nominatedNumber }, owner) {
    await post(
      "/pulltransactions/v1/register",
      {
        ShortCode: keys.shortcode,
        RequestType: "Pull",
        NominatedNumber: msisdn(nominatedNumber),
        CallBackURL: callbackUrl,
      },
      owner,
    );
  },
});

const pulledBy = ({ keys, post }: Merchant): Pick<Daraja, "pull"> => ({
  async pull({ from, until, offset }, owner) {
    const answer = await post<{ Response?: PulledRow[][] | PulledRow[] }>(
      "/pulltransactions/v1/query",
      {
        ShortCode: keys.shortcode,
        StartDate: inNairobi(from).replace("T", " "),
        EndDate: inNairobi(until).replace("T", " "),
        OffSetValue: String(offset),
      },
      owner,
    );
    return (answer.Response ?? []).flat().map((row) => ({
      receipt: row.transactionId,
      paidAt: new Date(row.trxDate),
      payer: row.msisdn ?? "",
      account: row.billreference ?? "",
      amountCents: Math.round(Number(row.amount) * 100),
    }));
  },
});

function initiator({ keys, certificate }: Merchant) {
  const { initiator: name, initiatorPassword } = keys;
  if (!certificate || !initiatorPassword) throw new DarajaError(0, "initiator", "No initiator is configured");
  const key = { key: certificate, padding: constants.RSA_PKCS1_PADDING };
  return {
    name,
    SecurityCredential: publicEncrypt(key, Buffer.from(initiatorPassword)).toString("base64"),
  };
}

const asInitiator = (merchant: Merchant) => {
  const { name, SecurityCredential } = initiator(merchant);
  return { Initiator: name, SecurityCredential };
};

function paidOutBy(merchant: Merchant): Pick<Daraja, "payOut"> {
  const { keys, post } = merchant;
  return {
    async payOut({ id, phone, amountKes, remarks, ...urls }, owner) {
      const { name, SecurityCredential } = initiator(merchant);
      const answer = await post<{ ConversationID: string }>(
        "/mpesa/b2c/v3/paymentrequest",
        {
          OriginatorConversationID: id,
          InitiatorName: name,
          SecurityCredential,
          CommandID: "BusinessPayment",
          Amount: amountKes,
          PartyA: keys.shortcode,
          PartyB: msisdn(phone),
          Remarks: remarks,
          ...urlsOf(urls),
          Occassion: "",
        },
        owner,
      );
      return { conversationId: answer.ConversationID };
    },
  };
}

function reversedBy(merchant: Merchant): Pick<Daraja, "reverse"> {
  const { keys, post } = merchant;
  return {
    async reverse({ receipt, amountKes, remarks, ...urls }, owner) {
      const answer = await post<{ ConversationID: string }>(
        "/mpesa/reversal/v1/request",
        {
          ...asInitiator(merchant),
          CommandID: "TransactionReversal",
          TransactionID: receipt,
          Amount: amountKes,
          ReceiverParty: keys.shortcode,
          RecieverIdentifierType: "11",
          ...urlsOf(urls),
          Remarks: remarks,
          Occasion: "",
        },
        owner,
      );
      return { conversationId: answer.ConversationID };
    },
  };
}

function askedBy(merchant: Merchant): Pick<Daraja, "askTransaction" | "askBalance"> {
  const { keys, post } = merchant;
  return {
    async askTransaction({ originalConversationId, receipt, ...urls }, owner) {
      await post(
        "/mpesa/transactionstatus/v1/query",
        {
          ...asInitiator(merchant),
          CommandID: "TransactionStatusQuery",
          ...(receipt ? { TransactionID: receipt } : { OriginalConversationID: originalConversationId }),
          PartyA: keys.shortcode,
          IdentifierType: "4",
          ...urlsOf(urls),
          Remarks: "Status",
          Occasion: "",
        },
        owner,
      );
    },
    async askBalance(urls, owner) {
      await post(
        "/mpesa/accountbalance/v1/query",
        {
          ...asInitiator(merchant),
          CommandID: "AccountBalance",
          PartyA: keys.shortcode,
          IdentifierType: "4",
          ...urlsOf(urls),
          Remarks: "Balance",
        },
        owner,
      );
    },
  };
}

interface PulledRow {
  transactionId: string;
  trxDate: string;
  msisdn?: string;
  billreference?: string;
  amount: string;
}
