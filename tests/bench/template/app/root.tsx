import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import "./app.css";

const fontHost = import.meta.env.VITE_FONT_HOST;

export const links = () => [
  { rel: "preconnect", href: fontHost },
  { rel: "stylesheet", href: `${fontHost}/css2?family=Inter&display=swap` },
];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="container mx-auto p-4 pt-16">
      <h1>{notFound ? "404" : "Error"}</h1>
      <p>{notFound ? "The requested page could not be found." : "An unexpected error occurred."}</p>
    </main>
  );
}
