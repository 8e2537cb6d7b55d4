import type { User, Webhook, Workspace } from '../../src/generated/prisma/client.ts';
import type { Credentials, TestApi } from './api.ts';
import { logIn, makeUser, makeWebhook, makeWorkspace } from './builders.ts';

export interface WebhookTeam {
  readonly owner: User;
  readonly workspace: Workspace;
  readonly asOwner: Credentials;
  readonly webhook: Webhook;
}

/** A workspace with an owner and a webhook. */
export async function makeWebhookTeam(api: TestApi, overrides: Partial<Webhook>): Promise<WebhookTeam> {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const webhook = await makeWebhook(api, workspace, overrides);
  return { owner, workspace, webhook, asOwner: await logIn(api, owner) };
}

/** Causes an event: the workspace gets another name. */
export async function renameWorkspace(
  api: TestApi,
  { workspace, asOwner }: WebhookTeam,
  displayName: string,
): Promise<void> {
  const response = await api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send({ displayName });
  expect(response.status).toBe(200);
}
