import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { asWords } from "#app/platform/asWords.ts";
import { formatCount } from "#app/platform/counts.ts";
import { withoutSetupSentences } from "#app/routes/campaigns/setupLink.tsx";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";

type Account = CallOutput<"GET /whatsapp/accounts">["accounts"][number];
type PhoneNumber = Account["numbers"][number];

const accountLooks: Record<Account["status"], { tone: Tone; word: string }> = {
  connected: { tone: "good", word: "Connected" },
  pending: { tone: "warn", word: "Pending" },
  suspended: { tone: "bad", word: "Suspended" },
  disconnected: { tone: "neutral", word: "Disconnected" },
};

/** One connected account: its state, its numbers, and what can be done about it. */
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
  const { tone, word } = accountLooks[account.status];
  const waiting = account.numbers.filter(
    ({ status, registeredAt }) => account.hasToken && status !== "CONNECTED" && registeredAt === null,
  );
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {account.name || "WhatsApp account"} <Badge tone={tone}>{word}</Badge>
        </span>
      }
      actions={mayManage && <Actions account={account} />}
    >
      <p className="mb-3 text-muted text-sm">
        Account (WABA) <span className="font-mono">{account.wabaId}</span>
        {account.connectedAt && (
          <>
            {" "}
            · connected since <Time value={account.connectedAt} to="day" />
          </>
        )}
        {account.tokenExpiresAt && (
          <>
            {" "}
            · connect again before <Time value={account.tokenExpiresAt} to="day" />
          </>
        )}
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
              label={`Two-step verification PIN of ${displayPhoneNumber}`}
              hint="Only if the number was on WhatsApp Business Platform before."
              error={failedNumber === phoneNumberId ? pinError : undefined}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="max-w-80"
            />
            <Button variant="secondary" name="intent" value="register" className="mb-1">
              Verify Number
            </Button>
          </Form>
        ))}
    </Card>
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
            {account.status === "connected" ? "Refresh" : "Continue setup"}
          </Button>
        </Form>
      )}
      {account.status === "disconnected" || !account.hasToken ? (
        <Form method="post">
          <Button variant="secondary" name="intent" value="connect">
            Reconnect
          </Button>
        </Form>
      ) : null}
      {account.hasToken && (
        <ButtonLink
          variant="quiet"
          to={href("/whatsapp/:whatsappAccountId/check", { whatsappAccountId: id })}
        >
          Check
        </ButtonLink>
      )}
      {account.status !== "disconnected" && (
        <ButtonLink
          variant="quiet"
          to={href("/whatsapp/:whatsappAccountId/disconnect", { whatsappAccountId: id })}
        >
          Disconnect
        </ButtonLink>
      )}
    </>
  );
}

/** Meta keeps a number connected when our access to its account ends; nothing goes through it all the same. */
function NumberStatus({ account, number }: { account: Account; number: PhoneNumber }) {
  if (number.status !== "CONNECTED") return <Badge tone="warn">{asWords(number.status)}</Badge>;
  const { tone, word } = accountLooks[account.status];
  return <Badge tone={tone}>{word}</Badge>;
}

function Quality({ rating }: { rating: string }) {
  const { tone, word } = qualityWords(rating);
  return <Badge tone={tone}>{word}</Badge>;
}

function Numbers({ account }: { account: Account }) {
  return (
    <DataTable
      caption="Phone numbers"
      rows={account.numbers}
      keyOf={({ id }) => id}
      hrefOf={({ phoneNumberId }) => href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId })}
      columns={[
        {
          header: "Number",
          className: "sm:whitespace-nowrap",
          cell: ({ displayPhoneNumber }) => displayPhoneNumber,
        },
        { header: "Display name", cell: ({ verifiedName }) => verifiedName || "–" },
        { header: "Status", cell: (number) => <NumberStatus account={account} number={number} /> },
        { header: "Quality", cell: ({ qualityRating }) => <Quality rating={qualityRating} /> },
        {
          header: "Throughput",
          number: true,
          className: "sm:whitespace-nowrap",
          cell: ({ throughputPerSecond }) => `${formatCount(throughputPerSecond)} a second`,
        },
      ]}
    />
  );
}
