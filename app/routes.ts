import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The product's table of contents. */
export default [
  // Public
  index("routes/public/landing.tsx"),
  route("privacy-policy", "routes/public/privacyPolicy.tsx"),
  route("privacy", "routes/public/privacyPolicy.tsx", { id: "privacy" }),
  route("terms-of-service", "routes/public/termsOfService.tsx"),
  route("terms", "routes/public/termsOfService.tsx", { id: "terms" }),
  route("unauthorized", "routes/public/unauthorized.tsx"),

  // Auth
  route("login", "routes/auth/login.tsx"),
  route("signin", "routes/auth/login.tsx", { id: "signin" }),
  route("login/code", "routes/auth/loginCode.tsx"),
  route("invitation", "routes/auth/invitation.tsx"),
  route("signup", "routes/auth/signup.tsx"),
  route("verify-otp", "routes/auth/verifyOtp.tsx"),
  route("forgot-password", "routes/auth/forgotPassword.tsx"),
  route("reset-password", "routes/auth/resetPassword.tsx"),
  route("logout", "routes/auth/logout.tsx"),

  // Workspace
  layout("routes/workspace/shell.tsx", [
    route("dashboard", "routes/workspace/dashboard.tsx"),
    route("get-started", "routes/workspace/getStarted.tsx"),
    route("profile", "routes/workspace/profile.tsx"),
    route("profile/email", "routes/workspace/profileEmail.tsx"),
    route("profile/picture", "routes/workspace/profilePicture.tsx"),
    route("avatar", "routes/workspace/avatar.tsx"),
    route("change-password", "routes/workspace/changePassword.tsx"),
    route("settings", "routes/workspace/settings.tsx"),
    route("settings/members", "routes/workspace/members.tsx"),
    route("settings/members/leave", "routes/workspace/memberLeave.tsx"),
    route("settings/members/:memberId/remove", "routes/workspace/memberRemove.tsx"),
    route("settings/security", "routes/workspace/security.tsx"),
    route("analytics", "routes/workspace/analytics.tsx"),
    route("notifications", "routes/workspace/notifications.tsx"),
    route("notifications/unread", "routes/workspace/notificationsUnread.tsx"),
    route("search", "routes/workspace/search.tsx"),
    route("contacts", "routes/workspace/contacts.tsx"),
    route("contacts/new", "routes/workspace/contactsNew.tsx"),
    route("contacts/export", "routes/workspace/contactsExport.tsx"),
    route("contacts/import", "routes/workspace/contactsImport.tsx"),
    route("contacts/imports/:importId", "routes/workspace/contactsImportProgress.tsx"),
    route("contacts/imports/:importId/errors.csv", "routes/workspace/contactsImportErrors.tsx"),
    route("contacts/:contactId", "routes/workspace/contactsEdit.tsx"),
    route("contacts/:contactId/message", "routes/workspace/contactsMessage.tsx"),
    route("contacts/:contactId/consent", "routes/workspace/contactsConsent.tsx"),
    route("contacts/:contactId/delete", "routes/workspace/contactsDelete.tsx"),
    route("messaging", "routes/workspace/messaging/messaging.tsx", [
      index("routes/workspace/messaging/campaigns.tsx"),
      route("broadcasts", "routes/workspace/messaging/broadcasts.tsx"),
    ]),
    route("messaging/campaigns/:campaignId", "routes/workspace/messaging/campaign.tsx"),
    route("messaging/campaigns/:campaignId/events", "routes/workspace/messaging/campaignEvents.tsx"),
    route(
      "messaging/campaigns/:campaignId/recipients.csv",
      "routes/workspace/messaging/campaignRecipients.tsx",
    ),
    route("billing", "routes/workspace/billing.tsx"),
    route("chat", "routes/workspace/chat.tsx", [
      index("routes/workspace/chatIndex.tsx"),
      route(":conversationId", "routes/workspace/chatConversation.tsx"),
      route(":conversationId/template", "routes/workspace/chatTemplate.tsx"),
    ]),
    route("chat/events", "routes/workspace/chatEvents.tsx"),
    route("activity", "routes/workspace/activity.tsx"),
    route("activity/export", "routes/workspace/activityExport.tsx"),
    route("developers", "routes/workspace/developers.tsx"),
    route("navigation", "routes/workspace/navigation.tsx"),
    route("whatsapp", "routes/workspace/whatsapp.tsx"),
    route("whatsapp-setup", "routes/workspace/whatsapp.tsx", { id: "whatsapp-setup" }),
    route("preview", "routes/workspace/preview.tsx"),
    route("sandbox", "routes/workspace/sandbox.tsx"),
    route("embedded-callback", "routes/workspace/embeddedCallback.tsx"),
    route("templates", "routes/workspace/templates.tsx", [
      route(":templateId", "routes/workspace/templateView.tsx"),
      layout("routes/workspace/templateManagers.tsx", [
        route("new", "routes/workspace/templateNew.tsx"),
        route(":templateId/edit", "routes/workspace/templateEdit.tsx"),
        route(":templateId/delete", "routes/workspace/templateDelete.tsx"),
      ]),
    ]),

    layout("routes/workspace/managersOnly.tsx", [
      route("messaging/broadcasts/new", "routes/workspace/messaging/newBroadcast.tsx"),
      route("messaging/campaigns/new", "routes/workspace/messaging/newCampaign.tsx"),
      route("messaging/campaigns/:campaignId/setup", "routes/workspace/messaging/campaignSetup.tsx"),
      route("messaging/campaigns/:campaignId/audience", "routes/workspace/messaging/campaignAudience.tsx"),
      route("messaging/campaigns/:campaignId/variables", "routes/workspace/messaging/campaignVariables.tsx"),
      route("messaging/campaigns/:campaignId/schedule", "routes/workspace/messaging/campaignSchedule.tsx"),
      route("messaging/campaigns/:campaignId/review", "routes/workspace/messaging/campaignReview.tsx"),
      route("messaging/campaigns/:campaignId/time", "routes/workspace/messaging/campaignTime.tsx"),
      route("messaging/campaigns/:campaignId/cancel", "routes/workspace/messaging/campaignCancel.tsx"),
      route("messaging/campaigns/:campaignId/delete", "routes/workspace/messaging/campaignDelete.tsx"),
      route("developers/regenerate", "routes/workspace/developersRegenerate.tsx"),
      route("whatsapp/:whatsappAccountId/disconnect", "routes/workspace/whatsappDisconnect.tsx"),
    ]),

    // Administration
    route("admin", "routes/admin/overview.tsx"),
    route("admin/profile", "routes/admin/profile.tsx"),
  ]),

  // Every piece of the interface, in development only
  ...(import.meta.env?.MODE === "development" ? [route("ui", "routes/public/kit.tsx")] : []),

  // Any other path leads home
  route("*", "routes/public/anyOther.tsx"),
] satisfies RouteConfig;
