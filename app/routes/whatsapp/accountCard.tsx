import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { numberStateWord } from "#app/domain/whatsapp/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { withoutSetupSentences } from "#app/routes/campaigns/setupLink.tsx";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Account = CallOutput<"GET /whatsapp/accounts">["accounts"][number];
type PhoneNumber = Account["numbers"][number];

const accountBadges: Record<Account["status"], { tone: Tone; word: string }> = lazy({
  connected: { tone: "good", word: m.common_connected },
  pending: { tone: "warn", word: m.common_pending },
  suspended: { tone: "bad", word: m.common_suspended },
  disconnected: { tone: "neutral", word: m.common_disconnected },
});

function AccountState({ status }: Account) {
  const { tone, word } = accountBadges[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** One connected account: its status, its numbers, and its actions. */
export function WhatsappAccountCard({
  account,
  mayManage,
  pinError,
  failedNumber,
}: {
  account: Account;
  mayManage: boolean;
  pinError: string | undefined;
  /** The number whose PIN was refused just now. */
  failedNumber: string;
}) {
  const waiting = account.numbers.filter(
    ({ status, registeredAt }) => account.hasToken && status !== "CONNECTED" && registeredAt === null,
  );
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {account.name || m.common_whatsapp_account()} <AccountState {...account} />
        </span>
      }
      actions={mayManage && <Actions account={account} />}
    >
      <p className="mb-3 text-muted text-sm">
        {m.whatsapp_account_waba_text()} <span className="font-mono">{account.wabaId}</span>
        <ConnectionDates account={account} />
      </p>
      {account.statusReason && (
        <div className="mb-4">
          <Notice tone={account.status === "suspended" ? "bad" : "warn"}>
            {withoutSetupSentences(account.statusReason)}
          </Notice>
        </div>
      )}
      {account.numbers.length > 0 && <Numbers account={account} />}
      {mayManage &&
        waiting.map(({ phoneNumberId, displayPhoneNumber }) => (
          <Form
            key={phoneNumberId}
            method="post"
            className="mt-4 flex flex-wrap items-end gap-3 border-line border-t pt-4"
          >
            <input type="hidden" name="phoneNumberId" value={phoneNumberId} />
            <Field
              id={`pin-${phoneNumberId}`}
              name="pin"
              label={m.whatsapp_account_pin_label({ displayPhoneNumber })}
              hint={m.whatsapp_account_pin_hint()}
              error={failedNumber === phoneNumberId ? pinError : undefined}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="max-w-80"
            />
            <Button variant="secondary" name="intent" value="register" className="mb-1">
              {m.whatsapp_verify_number()}
            </Button>
          </Form>
        ))}
    </Card>
  );
}

function ConnectionDates({ account: { connectedAt, tokenExpiresAt } }: { account: Account }) {
  return (
    <>
      {connectedAt && (
        <>
          {" · "}
          <ParaglideMessage
            message={m.whatsapp_account_connected_since_time}
            markup={{ time: () => <Time value={connectedAt ?? ""} to="day" /> }}
          />
        </>
      )}
      {tokenExpiresAt && (
        <>
          {" · "}
          <ParaglideMessage
            message={m.whatsapp_account_reconnect_before_time}
            markup={{ time: () => <Time value={tokenExpiresAt ?? ""} to="day" /> }}
          />
        </>
      )}
    </>
  );
}

function Actions({ account }: { account: Account }) {
  const { id } = account;
  return (
    <>
      {account.hasToken && (
        <Form method="post">
          <input type="hidden" name="whatsappAccountId" value={id} />
          <Button variant="secondary" name="intent" value="resume">
            {account.status === "connected" ? m.common_refresh() : m.whatsapp_account_continue_setup_button()}
          </Button>
        </Form>
      )}
      {account.status === "disconnected" || !account.hasToken ? (
        <Form method="post">
          <Button variant="secondary" name="intent" value="connect">
            {m.common_reconnect()}
          </Button>
        </Form>
      ) : null}
      {account.hasToken && (
        <ButtonLink
          variant="quiet"
          to={href("/whatsapp/:whatsappAccountId/check", { whatsappAccountId: id })}
        >
          {m.whatsapp_account_check_link()}
        </ButtonLink>
      )}
      {account.status !== "disconnected" && (
        <ButtonLink
          variant="danger-quiet"
          to={href("/whatsapp/:whatsappAccountId/disconnect", { whatsappAccountId: id })}
        >
          {m.common_disconnect()}
        </ButtonLink>
      )}
    </>
  );
}

/** Meta keeps a number connected when our access to its account ends, but nothing can be sent. */
function NumberStatus({ account, number }: { account: Account; number: PhoneNumber }) {
  if (number.status !== "CONNECTED") return <Badge tone="warn">{numberStateWord(number.status)}</Badge>;
  return <AccountState {...account} />;
}

function Quality({ rating }: { rating: string }) {
  const { tone, word } = qualityWords(rating);
  return <Badge tone={tone}>{word}</Badge>;
}

function Numbers({ account }: { account: Account }) {
  return (
    <DataTable
      caption={m.common_phone_numbers()}
      rows={account.numbers}
      keyOf={({ id }) => id}
      hrefOf={({ phoneNumberId }) => href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId })}
      columns={[
        {
          header: m.common_number(),
          className: "sm:whitespace-nowrap",
          cell: ({ displayPhoneNumber }) => displayPhoneNumber,
        },
        { header: m.whatsapp_account_display_name(), cell: ({ verifiedName }) => verifiedName || "–" },
        { header: m.common_status(), cell: (number) => <NumberStatus account={account} number={number} /> },
        { header: m.common_quality(), cell: ({ qualityRating }) => <Quality rating={qualityRating} /> },
        {
          header: m.common_throughput(),
          number: true,
          className: "sm:whitespace-nowrap",
          cell: ({ throughputPerSecond }) =>
            m.whatsapp_messages_per_second({ n: formatCount(throughputPerSecond) }),
        },
      ]}
    />
  );
}
