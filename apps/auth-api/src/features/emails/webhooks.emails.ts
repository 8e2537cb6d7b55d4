import { formatUtcDateTime } from '@portal/contract';
import type { Webhook } from '../../generated/prisma/client.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions, type Step } from './layout/content.ts';
import { quoteName, toSafeText } from './layout/safe-text.ts';
import type { NamedWorkspace } from './names.ts';

interface NamedWebhook {
  readonly webhook: Pick<Webhook, 'url'>;
  readonly workspace: NamedWorkspace;
}

async function readWebhook(webhookId: string, { db }: DbContext): Promise<NamedWebhook | null> {
  const webhook = await db.webhook.findUnique({ where: { id: webhookId }, include: { workspace: true } });
  return webhook && { webhook, workspace: webhook.workspace };
}

/** The host only: the rest of a URL may be a secret. */
const hostOf = ({ url }: NamedWebhook['webhook']) => `“${toSafeText(new URL(url).host)}”`;

const webhooksPageOf = ({ id }: NamedWorkspace, { PORTAL_URL }: Settings) => `${PORTAL_URL}/workspace/${id}/webhooks`;

const deleteWebhook = (workspace: NamedWorkspace, settings: Settings): Step => ({
  label: 'Delete the webhook',
  href: webhooksPageOf(workspace, settings),
});

const changes = {
  created: {
    subject: 'New webhook for',
    sentence: 'We send what happens in the workspace to',
  },
  moved: {
    subject: 'Webhook moved for',
    sentence: 'We now send what happens in the workspace to another address at',
  },
  rotated: {
    subject: 'New secret of a webhook for',
    sentence: 'The previous secret stays valid for 24 hours for the webhook to',
  },
};

interface ChangeDetails {
  readonly webhookId: string;
  readonly change: keyof typeof changes;
}

/** For the owner who changed a webhook: it sends the activity of the workspace elsewhere. */
export const webhookChanged: AccountEmailDefinition<ChangeDetails, NamedWebhook & Pick<ChangeDetails, 'change'>> = {
  optional: false,
  urgency: 'security',
  async read({ webhookId, change }, context) {
    const named = await readWebhook(webhookId, context);
    return named && { ...named, change };
  },
  render({ at, change, webhook, workspace }, settings) {
    const { subject, sentence } = changes[change];
    return {
      subject: `${subject} ${quoteName(workspace.displayName)}`,
      sentence: `${sentence} ${hostOf(webhook)}.`,
      link: { label: 'View webhooks', href: webhooksPageOf(workspace, settings) },
      facts: { Workspace: quoteName(workspace.displayName), Time: formatUtcDateTime(at) },
      advice: {
        when: 'If you did not do this',
        steps: [
          deleteWebhook(workspace, settings),
          endSessions(settings),
          changePassword(settings),
          contactSupport(settings),
        ],
      },
    };
  },
};

const reasons = {
  GONE: 'answered that the receiver no longer exists (410)',
  FAILING: 'has accepted no event for three days',
};

interface PauseDetails {
  readonly webhookId: string;
  readonly reason: keyof typeof reasons;
}

/** For the owner, when nothing is sent to a webhook anymore. */
export const webhookPaused: AccountEmailDefinition<PauseDetails, NamedWebhook & Pick<PauseDetails, 'reason'>> = {
  optional: false,
  urgency: 'attention',
  async read({ webhookId, reason }, context) {
    const named = await readWebhook(webhookId, context);
    return named && { ...named, reason };
  },
  render({ at, reason, webhook, workspace }, settings) {
    return {
      subject: `Webhook paused for ${quoteName(workspace.displayName)}`,
      sentence: `${hostOf(webhook)} ${reasons[reason]}.`,
      link: { label: 'View webhooks', href: webhooksPageOf(workspace, settings) },
      paragraphs: [
        'The webhook sends nothing now. Events wait for 14 days. When you resume the webhook, you choose whether they are sent.',
      ],
      facts: { Workspace: quoteName(workspace.displayName), Paused: formatUtcDateTime(at) },
      advice: {
        when: 'If you do not know this webhook',
        steps: [deleteWebhook(workspace, settings), contactSupport(settings)],
      },
    };
  },
};
