import { html, type Html } from '../stand-in/html.ts';
import type { Page } from '../stand-in/page.ts';
import type { AuthApiError, Failure } from './auth-api.ts';
import type { Connection } from './connections.ts';
import { workspaceAt, workspacesAt } from './portal-addresses.ts';

const note = 'Local platform instance: it shows who came in from the portal, and nothing else.';

const envTypes = { SI: 'managed (SI)', PRIVATE: 'remote (PRIVATE)', LOCAL: 'local (LOCAL)' } as const;

export function sessionPage(connection: Connection, redirect: string | null, portalUrl: string): Page {
  const { user, workspace, role, approvalsEnabled } = connection;
  const fullName = [user.firstName, user.lastName].filter((name) => name !== null && name !== '').join(' ');
  const body = html`<main class="roomy">
    <h1>${workspace.displayName}</h1>
    <p class="quiet">You came in as ${user.nickname}.</p>
    <h2>Who</h2>
    <dl>
      ${row('Name', fullName === '' ? user.nickname : `${fullName} (${user.nickname})`, 'person-name')}
      ${row('Email', user.email, 'person-email')} ${row('User id', user.id, 'person-id', true)}
      ${row('Role', role, 'role')}
    </dl>
    <h2>Workspace</h2>
    <dl>
      ${row('Workspace id', workspace.id, 'workspace-id', true)}
      ${row('Address', workspace.instanceUrl, 'workspace-url', true)}
      ${row('Type', envTypes[workspace.instanceEnvType], 'workspace-type')}
      ${row('Approvals', approvalsEnabled ? 'Enabled' : 'Disabled', 'approvals')}
      ${row('Redirect', redirect ?? 'none', 'redirect', redirect !== null)}
    </dl>
    <div class="actions">
      <a class="button" href="${workspacesAt(portalUrl)}">Back to the portal</a>
      <a class="button plain" href="/reconnect">Read my rights again</a>
    </div>
  </main>`;
  return { title: workspace.displayName, body, note };
}

function row(label: string, value: string, id: string, isMono = false): Html {
  return html`<dt>${label}</dt>
    <dd id="${id}" class="${isMono && 'mono'}">${value}</dd>`;
}

export function nobodyPage(portalUrl: string): Page {
  const body = html`<main>
    <h1>Nobody is logged in here</h1>
    <p class="quiet">Open a workspace in the portal: it sends you here with a code that lets you in.</p>
    <div class="actions"><a class="button full" href="${workspacesAt(portalUrl)}">Go to the portal</a></div>
  </main>`;
  return { title: 'Platform instance', body, note };
}

export function nothingPage(path: string): Page {
  const body = html`<main>
    <h1>There is nothing here</h1>
    <p class="quiet">A real instance might have a page at <span class="mono">${path}</span>.</p>
    <div class="actions"><a class="button full" href="/">Who am I here?</a></div>
  </main>`;
  return { title: 'There is nothing here', body, note, status: 404 };
}

const failures: Readonly<Record<Failure, { title: string; text: string; status: number }>> = {
  refused: {
    title: 'You could not be let in',
    text: 'The code was used already, is too old or is not complete. Codes work once, for a minute.',
    status: 400,
  },
  revoked: {
    title: 'Your access has ended',
    text: 'The portal does not accept the token of this instance any more, so you were logged out here.',
    status: 401,
  },
  unreachable: {
    title: 'The portal can’t be reached',
    text: 'Its API did not answer as it should. Try again in a moment.',
    status: 502,
  },
  'not understood': {
    title: 'The portal’s answer was not understood',
    text: 'Its API answered something else than the contract says.',
    status: 502,
  },
  'bad token': {
    title: 'The portal’s token is not valid',
    text: 'Its signature, its term, or whom it speaks for is wrong. You were not let in.',
    status: 502,
  },
};

export function failurePage(error: AuthApiError, from: { portalUrl: string; workspaceId: string | null }): Page {
  const { title, text, status } = failures[error.kind];
  const { portalUrl, workspaceId } = from;
  const body = html`<main>
    <h1>${title}</h1>
    <p class="quiet">${text}</p>
    <p class="hint mono">${error.message}</p>
    <div class="actions">
      ${workspaceId !== null && html`<a class="button" href="${workspaceAt(portalUrl, workspaceId)}/go">Try again</a>`}
      <a class="button plain" href="${workspacesAt(portalUrl)}">Back to the portal</a>
    </div>
  </main>`;
  return { title, body, note, status };
}
