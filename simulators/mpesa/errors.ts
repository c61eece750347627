import { randomUUID } from "node:crypto";
import { json, type SimulatorReply } from "../kit/httpServer.ts";

/** Daraja's error envelope (docs/facts/mpesa-daraja.md §2). */
export class DarajaRefusal extends Error {
  readonly status: number;
  readonly errorCode: string;
  constructor(status: number, errorCode: string, errorMessage: string) {
    super(errorMessage);
    this.status = status;
    this.errorCode = errorCode;
  }
}

export const envelope = ({ status, errorCode, message }: DarajaRefusal): SimulatorReply =>
  json(status, { requestId: randomUUID(), errorCode, errorMessage: message });

export const badField = (field: string) =>
  new DarajaRefusal(400, "400.002.02", `Bad Request - Invalid ${field}`);
export const invalidToken = () => new DarajaRefusal(404, "404.001.03", "Invalid Access Token");
export const noMerchant = () => new DarajaRefusal(500, "500.001.1001", "Merchant does not exist");
export const wrongCredentials = () =>
  new DarajaRefusal(500, "500.001.1001", "[MerchantValidate] - Wrong credentials");
export const subscriberLocked = () =>
  new DarajaRefusal(
    500,
    "500.001.1001",
    "Unable to lock subscriber, a transaction is already in process for the current subscriber",
  );
export const stillProcessing = () =>
  new DarajaRefusal(500, "500.001.1001", "The transaction is being processed");
export const spikeArrest = () =>
  new DarajaRefusal(500, "500.003.02", "Error Occurred: Spike Arrest Violation");
export const internalError = () => new DarajaRefusal(500, "500.003.1001", "Internal Server Error");
