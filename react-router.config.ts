import type { Config } from "@react-router/dev/config";

export default {
  // The script of each language is built separately (scripts/build.mjs).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // Each program of the bundle has a file of its name (vite.config.ts).
  serverBuildFile: "[name].js",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
