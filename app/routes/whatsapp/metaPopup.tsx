import { useEffect, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { m } from "#messages";
import { readSignupMessage } from "./signupMessage.ts";

interface FacebookSdk {
  init(options: { appId: string; autoLogAppEvents: boolean; xfbml: boolean; version: string }): void;
  login(
    answer: (response: { authResponse?: { code?: string } | null }) => void,
    options: Record<string, unknown>,
  ): void;
}
declare global {
  interface Window {
    FB?: FacebookSdk;
    fbAsyncInit?: () => void;
  }
}

/** Whether this document was loaded as the setup page: only its policy allows the SDK. */
function wasLoadedHere(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return load !== undefined && new URL(load.name).pathname.startsWith("/whatsapp");
}

const sdkAddress = "https://connect.facebook.net/en_US/sdk.js";

/**
 * Embedded signup in Meta's pop-up window (facts/whatsapp-cloud-api.md §3.1), with script and the SDK; the
 * form next to it does the same without. Meta's two responses, the code and the ids, arrive in either order:
 * once both are there, they go to the server with our single-use state.
 */
export function MetaPopup({
  appId,
  configId,
  graphApiVersion,
}: {
  appId: string;
  configId: string;
  graphApiVersion: string;
}) {
  const attempt = useFetcher<{ state?: string }>();
  const [ready, setReady] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const [code, setCode] = useState<string>();
  const [ids, setIds] = useState<{ wabaId: string; phoneNumberId?: string }>();
  const sent = useRef(false);
  const state = attempt.data?.state;

  useEffect(() => {
    if (!wasLoadedHere()) return;
    window.fbAsyncInit = () => {
      window.FB?.init({ appId, autoLogAppEvents: true, xfbml: false, version: graphApiVersion });
      setReady(true);
    };
    if (window.FB) window.fbAsyncInit();
    else if (!document.querySelector(`script[src="${sdkAddress}"]`)) {
      const script = document.createElement("script");
      script.src = sdkAddress;
      script.async = true;
      script.crossOrigin = "anonymous";
      document.head.append(script);
    }
    const listen = (event: MessageEvent) => {
      const message = readSignupMessage(event.origin, event.data);
      if (message?.kind === "finished") setIds(message);
      if (message?.kind === "cancelled") setCancelled(true);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [appId, graphApiVersion]);

  useEffect(() => {
    if (!code || !ids || !state || sent.current) return;
    sent.current = true;
    const answer = new URLSearchParams({ code, shared_waba_id: ids.wabaId, state, via: "sdk" });
    if (ids.phoneNumberId) answer.set("phone_number_id", ids.phoneNumberId);
    window.location.assign(`${href("/embedded-callback")}?${answer}`);
  }, [code, ids, state]);

  if (!ready) return null;
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        onClick={() => {
          setCancelled(false);
          setCode(undefined);
          setIds(undefined);
          void attempt.submit({ intent: "popup" }, { method: "post" });
          window.FB?.login(
            ({ authResponse }) => (authResponse?.code ? setCode(authResponse.code) : setCancelled(true)),
            {
              config_id: configId,
              response_type: "code",
              override_default_response_type: true,
              extras: { version: "v4", setup: {} },
            },
          );
        }}
      >
        {m.whatsapp_meta_popup_open_button()}
      </Button>
      <span role="status" className="text-muted text-sm">
        {cancelled && m.whatsapp_meta_popup_closed_text()}
      </span>
    </>
  );
}
