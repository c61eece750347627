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
    route("change-password", "routes/workspace/changePassword.tsx"),
    route("settings", "routes/workspace/settings.tsx"),
    route("notifications", "routes/workspace/notifications.tsx"),
    route("search", "routes/workspace/search.tsx"),
    route("chat", "routes/workspace/chat.tsx", [
      index("routes/workspace/chatIndex.tsx"),
      route(":conversationId", "routes/workspace/chatConversation.tsx"),
      route(":conversationId/template", "routes/workspace/chatTemplate.tsx"),
    ]),
    route("chat/events", "routes/workspace/chatEvents.tsx"),
    route("navigation", "routes/workspace/navigation.tsx"),

    // Administration
    route("admin", "routes/admin/overview.tsx"),
    route("admin/profile", "routes/admin/profile.tsx"),
  ]),

  // Any other path leads home
  route("*", "routes/public/anyOther.tsx"),
] satisfies RouteConfig;
