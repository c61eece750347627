import { z } from "zod";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { productChoices } from "#app/domain/sales/catalogues/choices.server.ts";
import { connectCatalogue, disconnectCatalogue } from "#app/domain/sales/catalogues/connect.server.ts";
import { listCatalogues } from "#app/domain/sales/catalogues/find.server.ts";
import { catalogueId, productChoice, productsToSend } from "#app/domain/sales/catalogues/schemas.ts";
import { sendProducts } from "#app/domain/sales/catalogues/sendProducts.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const limit = { max: 60, windowSeconds: 3600 };

const inChats = {
  "GET /conversations/:conversationId/products": verb(
    "conversations.view",
    productChoice.extend({ conversationId }),
    productChoices,
  ),
  "POST /conversations/:conversationId/products": endpoint({
    act: "conversations.send",
    input: productsToSend.safeExtend({ conversationId, key: submissionKey }),
    limit: { max: 120, windowSeconds: 60 },
    run({ org, input: { items, whole, ...message } }) {
      const bySection = Map.groupBy(items, ({ section }) => section);
      const sections = [...bySection].map(([title, some]) => ({
        title,
        products: some.map(({ productId }) => productId),
      }));
      return sendProducts({ ctx: org, input: { ...message, sections, isWhole: whole === "yes", by: "id" } });
    },
  }),
};

/** Catalogues of Meta whose products are synced, and sent in chats. */
export const catalogueCalls = {
  ...inChats,
  "GET /catalogues": query("products.view", z.object({}), listCatalogues),
  "POST /catalogues": verb(
    "products.edit",
    z.object({ whatsappAccountId: idOf("whatsappAccount") }),
    connectCatalogue,
    { creates: true, limit },
  ),
  "POST /catalogues/:catalogueId/disconnect": verb(
    "products.edit",
    z.object({ catalogueId }),
    disconnectCatalogue,
    { limit },
  ),
};
