import { callService, ServiceRefused } from "./call.server.ts";

interface Paybill {
  shortcode: string;
  consumerKey: string;
  consumerSecret: string;
}

/**
 * Registers the address for a paybill's payment notices (facts: Customer to Business, register URL). @throws
 * ServiceRefused, ServiceUnreachable
 */
export async function registerPaybill(
  base: string,
  { shortcode, consumerKey, consumerSecret }: Paybill,
  confirmationUrl: string,
  allowLoopback: boolean,
): Promise<void> {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const { access_token: token } = await callService(
    `${base}/oauth/v1/generate?grant_type=client_credentials`,
    { headers: { authorization: `Basic ${basic}` } },
    { allowLoopback },
  );
  const answer = await callService(
    `${base}/mpesa/c2b/v2/registerurl`,
    {
      token: String(token),
      json: {
        ShortCode: shortcode,
        ResponseType: "Completed",
        ConfirmationURL: confirmationUrl,
        ValidationURL: confirmationUrl,
      },
    },
    { allowLoopback },
  );
  if (String(answer.ResponseCode ?? "") !== "0")
    throw new ServiceRefused(
      400,
      "register",
      String(answer.ResponseDescription ?? "M-Pesa refused the paybill."),
    );
}
