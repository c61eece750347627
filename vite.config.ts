import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The database of an ordinary user lies in the project's folder.
  server: { watch: { ignored: ["**/data/**", "**/build/**", "**/docs/**"] } },
  build: { assetsInlineLimit: 0, target: "es2022" },
});
