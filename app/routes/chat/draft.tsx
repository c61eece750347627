import { href, redirect } from "react-router";
import { z } from "zod";
import { draftText } from "#app/domain/messaging/conversations/schemas.ts";
import { done, formAction } from "#app/web/action.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/draft";

/** `confirm`: a member pressed the button, since script did not save automatically. */
const schema = z.object({ text: draftText.default(""), confirm: z.literal("saved").optional() });

export const action = formAction(
  schema,
  async ({ value: { text, confirm }, api }, { params: { conversationId } }: Route.ActionArgs) => {
    const { saved } = await orThrowPage(
      api("POST /conversations/:conversationId/draft", { conversationId, text }),
    );
    if (!confirm) return new Response(null, { status: 204 });
    const toast = saved ? m.chat_draft_saved() : m.chat_draft_gone();
    return done(href("/chat/:conversationId", { conversationId }), toast);
  },
);

/** A direct visit, as after going back, redirects to the conversation. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href("/chat/:conversationId", { conversationId: params.conversationId }));
