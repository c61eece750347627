import {
  listPhoneNumbers,
  listSubscribedApps,
  readAccount,
  subscribeApp,
  unsubscribeApp,
} from "./accountRoutes.ts";
import { listCatalogues, listItems, readCatalogue } from "./catalogueRoutes.ts";
import type { AuthorisedCall, GraphCall, Handled, NodeHandlers } from "./graphCall.ts";
import { invalidToken, unknownPath, unsupportedRequest } from "./graphError.ts";
import { deleteMedia, readMedia, uploadMedia } from "./mediaRoutes.ts";
import { debugToken, exchangeCode } from "./oauthRoutes.ts";
import { deregisterNumber, readNumber, registerNumber, updateNumber } from "./phoneNumberRoutes.ts";
import { readProfile, writeProfile } from "./profileRoutes.ts";
import { sendMessage } from "./sendMessage.ts";
import { listTemplates, readTemplate } from "./templateReading.ts";
import { createTemplate, deleteTemplates, editTemplate, unpauseTemplate } from "./templateRoutes.ts";
import { answerUpload, openUpload } from "./uploads.ts";

/** The Graph surface: method and edge, by kind of node (facts/whatsapp-cloud-api.md §14.1). */
const HANDLERS: NodeHandlers = {
  account: {
    "GET ": readAccount,
    "GET phone_numbers": listPhoneNumbers,
    "GET subscribed_apps": listSubscribedApps,
    "POST subscribed_apps": subscribeApp,
    "DELETE subscribed_apps": unsubscribeApp,
    "GET product_catalogs": listCatalogues,
    "GET message_templates": listTemplates,
    "POST message_templates": createTemplate,
    "DELETE message_templates": deleteTemplates,
  },
  number: {
    "GET ": readNumber,
    "POST ": updateNumber,
    "POST register": registerNumber,
    "POST deregister": deregisterNumber,
    "GET whatsapp_business_profile": readProfile,
    "POST whatsapp_business_profile": writeProfile,
    "POST media": uploadMedia,
    "POST messages": (call, number) => sendMessage(call.simulator, number, call.body),
    "PUT messages": (call, number) => sendMessage(call.simulator, number, call.body),
  },
  catalogue: {
    "GET ": readCatalogue,
    "GET products": listItems,
  },
  media: {
    "GET ": readMedia,
    "DELETE ": deleteMedia,
  },
  template: {
    "GET ": readTemplate,
    "POST ": editTemplate,
    "POST unpause": unpauseTemplate,
  },
};

export function answerGraph(call: GraphCall): Handled {
  const [id = "", edge = "", ...rest] = call.path;
  const path = call.path.join("/");
  if (path === "oauth/access_token") return exchangeCode(call);
  if (path === "debug_token") return debugToken(call);
  if (call.bearer === undefined) return invalidToken("An access token is required to request this resource.");
  const token = call.simulator.state.tokens.get(call.bearer);
  if (!token) return invalidToken("Invalid OAuth access token - Cannot parse access token");
  if (token.revoked) {
    return invalidToken(
      "Error validating access token: The session has been invalidated because the user changed the session.",
      467,
    );
  }
  if (id.startsWith("upload:")) return answerUpload({ ...call, token });
  if (id === call.simulator.state.app.appId && edge === "uploads") return openUpload({ ...call, token });
  if (!/^\d+$/.test(id) || rest.length > 0) return unknownPath(`/${path}`);
  return answerNode({ ...call, token }, id, edge) ?? unsupportedRequest(call.method, id);
}

function answerNode(call: AuthorisedCall, id: string, edge: string): Handled | undefined {
  const { state } = call.simulator;
  const key = `${call.method} ${edge}`;
  const number = state.numbers.get(id);
  if (number)
    return maySee(call, number.wabaId) ? answerEdge(HANDLERS.number[key], call, number, edge) : undefined;
  const account = state.accounts.get(id);
  if (account)
    return maySee(call, account.id) ? answerEdge(HANDLERS.account[key], call, account, edge) : undefined;
  const catalogue = state.catalogues.get(id);
  if (catalogue)
    return maySee(call, catalogue.wabaId)
      ? answerEdge(HANDLERS.catalogue[key], call, catalogue, edge)
      : undefined;
  const file = call.simulator.media.find(id, call.simulator.options.clock.now());
  if (file) {
    const owner = state.numbers.get(file.phoneNumberId);
    return owner && maySee(call, owner.wabaId)
      ? answerEdge(HANDLERS.media[key], call, file, edge)
      : undefined;
  }
  const template = state.templates.get(id);
  if (template)
    return maySee(call, template.wabaId)
      ? answerEdge(HANDLERS.template[key], call, template, edge)
      : undefined;
  return undefined;
}

function answerEdge<N>(
  handler: ((call: AuthorisedCall, node: N) => Handled) | undefined,
  call: AuthorisedCall,
  node: N,
  edge: string,
): Handled | undefined {
  if (handler) return handler(call, node);
  return edge === "" ? undefined : unknownPath(`/${edge}`);
}

function maySee(call: AuthorisedCall, wabaId: string): boolean {
  return call.token.wabaIds.includes(wabaId);
}
