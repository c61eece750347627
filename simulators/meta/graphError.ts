import { newTraceId } from "./ids.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** Titles and HTTP statuses of facts/whatsapp-cloud-api.md §9. */
const WHATSAPP_ERRORS = {
  4: [400, "Application request limit reached"],
  80007: [400, "Rate limit issues"],
  130429: [400, "Rate limit hit"],
  131000: [500, "Something went wrong"],
  131008: [400, "Required parameter is missing"],
  131009: [400, "Parameter value is not valid"],
  131021: [400, "Recipient cannot be sender"],
  131026: [400, "Message undeliverable"],
  131047: [400, "Re-engagement message"],
  131049: [400, "This message was not delivered to maintain healthy ecosystem engagement."],
  131051: [400, "Unsupported message type"],
  131053: [400, "Media upload error"],
  131056: [400, "(Business Account, Consumer Account) pair rate limit hit"],
  131059: [400, "Invalid cursor"],
  131062: [400, "Message not supported for a user id"],
  132000: [400, "Number of parameters does not match the expected number of params"],
  132001: [404, "Template name does not exist in the translation"],
  132005: [400, "Translated text too long"],
  132012: [400, "Parameter format does not match format in the created template"],
  132015: [400, "Template is paused"],
  132016: [400, "Template is disabled"],
  132018: [400, "Template parameters do not pass validation"],
  133005: [400, "Two step verification PIN Mismatch"],
  133006: [400, "Phone number re-verification needed"],
  133010: [400, "The account is not registered"],
  133016: [400, "Account register deregister rate limit exceeded"],
} as const satisfies Record<number, readonly [number, string]>;

export type WhatsAppErrorCode = keyof typeof WHATSAPP_ERRORS;

export function errorTitle(code: WhatsAppErrorCode): string {
  return WHATSAPP_ERRORS[code][1];
}

/** An error with `error_data.details`, the envelope of §1.4. */
export function whatsAppError(code: WhatsAppErrorCode, details: string, httpStatus?: number): Reply {
  const [status, title] = WHATSAPP_ERRORS[code];
  return jsonReply(httpStatus ?? status, {
    error: {
      message: `(#${code}) ${title}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: newTraceId(),
    },
  });
}

/** Plain Graph error: a bad or missing parameter. */
export function invalidParameter(message: string): Reply {
  return jsonReply(400, {
    error: { message: `(#100) ${message}`, type: "OAuthException", code: 100, fbtrace_id: newTraceId() },
  });
}

export interface TemplateErrorTexts {
  /** 23880xx number; absent where no public source names one. */
  subcode?: number;
  title: string;
  message: string;
}

/** Template-management error: code 100 with subcode and texts for the user (§1.4, §8.2). */
export function templateError(texts: TemplateErrorTexts): Reply {
  return jsonReply(400, {
    error: {
      message: "Invalid parameter",
      type: "OAuthException",
      code: 100,
      ...(texts.subcode === undefined ? {} : { error_subcode: texts.subcode }),
      is_transient: false,
      error_user_title: texts.title,
      error_user_msg: texts.message,
      fbtrace_id: newTraceId(),
    },
  });
}

/** Unknown node, or one that the token may not see (§6, §14.1). */
export function unsupportedRequest(method: string, id: string): Reply {
  return jsonReply(400, {
    error: {
      message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
      type: "GraphMethodException",
      code: 100,
      error_subcode: 33,
      fbtrace_id: newTraceId(),
    },
  });
}

/** 200: the token lacks a permission (§9). */
export function permissionMissing(permission: string): Reply {
  return jsonReply(403, {
    error: {
      message: `(#200) Requires ${permission} permission to manage the object`,
      type: "OAuthException",
      code: 200,
      fbtrace_id: newTraceId(),
    },
  });
}

/** 2: a transient fault of Meta (§9). */
export function unavailable(): Reply {
  return jsonReply(503, {
    error: {
      message: "Service temporarily unavailable",
      type: "OAuthException",
      code: 2,
      is_transient: true,
      fbtrace_id: newTraceId(),
    },
  });
}

export function unknownPath(path: string): Reply {
  return jsonReply(400, {
    error: {
      message: `Unknown path components: ${path}`,
      type: "OAuthException",
      code: 2500,
      fbtrace_id: newTraceId(),
    },
  });
}

/** 190: the token is missing, malformed, unknown or withdrawn (§9). */
export function invalidToken(message: string, subcode?: number): Reply {
  return jsonReply(401, {
    error: {
      message,
      type: "OAuthException",
      code: 190,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      fbtrace_id: newTraceId(),
    },
  });
}

/** A code or credential problem in the OAuth exchange: HTTP 400, code 100 (§14.1). */
export function oauthError(message: string): Reply {
  return jsonReply(400, { error: { message, type: "OAuthException", code: 100, fbtrace_id: newTraceId() } });
}

export function callbackVerificationFailed(): Reply {
  return jsonReply(400, {
    error: {
      message:
        "(#2200) Callback verification failed with the following errors: HTTP Status Code or challenge did not match",
      type: "OAuthException",
      code: 2200,
      fbtrace_id: newTraceId(),
    },
  });
}
