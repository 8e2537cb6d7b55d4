import { webhookEvents, webhookKinds, type WebhookKind, type WorkspaceAuditEntry } from '@portal/contract';
import { Card, CopyBlock } from '@portal/ui';
import { SiteLink } from '../../components/site-link.tsx';
import { useSettings } from '../../lib/settings-context.ts';

const events = Object.values(webhookEvents);

const kinds = (Object.entries(webhookKinds) as [WebhookKind, string][]).map(([kind, title]) => ({
  kind,
  title,
  types: [...new Set(events.filter((event) => event.kind === kind).map(({ type }) => type))],
}));

const occurredAt = '2026-03-02T09:30:00.000Z';

/** What a receiver gets when a role changes. */
const sample: { type: string; timestamp: string; data: WorkspaceAuditEntry & { workspaceId: string } } = {
  type: webhookEvents.changeMemberRole.type,
  timestamp: occurredAt,
  data: {
    id: '01KJPX3R8Z5M2Q7T9V4W6Y1A2B',
    occurredAt,
    action: 'changeMemberRole',
    bySupport: false,
    actor: { userId: '01KJPWZ7B3C5D8E9F1G2H4J6K8', nickname: 'Maya', email: 'maya@example.com' },
    token: null,
    subject: { userId: '01KJPX0M4N6P8Q1R3S5T7V9W2X', nickname: 'Noah', email: 'noah@example.com' },
    details: { role: { from: 'EDITOR', to: 'APPROVER' } },
    sequence: 42,
    workspaceId: '01KJPWX5Y7Z9A1B3C5D7E9F2G4',
  },
};

const sampleText = `webhook-id: 01KJPX4SV2A7B8C9D1E3F5G6H7-${sample.data.id}
webhook-timestamp: ${Date.parse(occurredAt) / 1000}
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

${JSON.stringify(sample, null, 2)}`;

/** Which events there are, and what a receiver gets. */
export function WebhookEvents() {
  const { apiReferenceUrl } = useSettings();
  return (
    <>
      <Card title="Events" description="When you add a webhook, you choose which of these it receives.">
        <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          {kinds.map(({ kind, title, types }) => (
            <li key={kind}>
              <p className="font-medium text-strong">{title}</p>
              <details className="mt-1 text-sm text-secondary">
                <summary className="cursor-pointer">
                  {types.length === 1 ? '1 event' : `${types.length} events`}
                </summary>
                <p translate="no" className="mt-1 font-mono text-xs wrap-anywhere">
                  {types.join(', ')}
                </p>
              </details>
            </li>
          ))}
        </ul>
      </Card>
      <Card
        title="What your endpoint receives"
        description="Requests follow Standard Webhooks, which has libraries for most languages."
        actions={
          apiReferenceUrl && (
            <SiteLink url={apiReferenceUrl} className="text-link text-sm">
              API reference
            </SiteLink>
          )
        }
      >
        <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <CopyBlock label="Example request" text={sampleText} copyLabel="Copy example" />
          <ol className="grid list-decimal gap-2 pl-5 text-secondary md:pt-7">
            <li>
              Verify <code>webhook-signature</code> with the secret of the webhook.
            </li>
            <li>
              Skip a <code>webhook-id</code> that you have already handled.
            </li>
            <li>Answer with a 2xx status within ten seconds.</li>
          </ol>
        </div>
      </Card>
    </>
  );
}
