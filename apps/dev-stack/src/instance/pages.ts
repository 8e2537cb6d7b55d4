import type { ConnectError, ConnectErrorType, Session } from '@portal/instance';
import { html, type Html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import { workspaceUrl, workspacesUrl } from './portal-urls.ts';
import type { InstanceName } from './settings.ts';

export const instanceTitles: Readonly<Record<InstanceName, string>> = {
  'local-instance': 'Local instance',
  'hosted-app': 'Hosted app',
};

const instanceEnvLabels = { SI: 'managed (SI)', PRIVATE: 'remote (PRIVATE)', LOCAL: 'local (LOCAL)' } as const;

const errorTexts: Readonly<Record<ConnectErrorType, { title: string; text: string; status: number }>> = {
  Rejected: {
    title: 'The login failed',
    text: 'The code is invalid, already used or expired. Codes work once, for one minute.',
    status: 400,
  },
  StateMismatch: {
    title: 'The login failed',
    text: 'This login was started in a different browser or timed out. Open the workspace again.',
    status: 400,
  },
  OtherWorkspace: {
    title: 'Another workspace',
    text: 'This instance does not serve this workspace.',
    status: 403,
  },
  SessionEnded: {
    title: 'Your access has ended',
    text: 'The portal revoked the token of this instance, so you were logged out.',
    status: 401,
  },
  ApiUnavailable: {
    title: 'The portal can’t be reached',
    text: 'Its API did not respond. Try again in a minute.',
    status: 502,
  },
  UnexpectedResponse: {
    title: 'Unexpected response',
    text: 'The portal’s response does not match the contract.',
    status: 502,
  },
  InvalidToken: {
    title: 'Invalid token',
    text: 'The signature, expiry, user or workspace of the portal’s token is wrong.',
    status: 502,
  },
};

export class InstancePages {
  readonly #portalUrl: string;
  readonly #footnote: string;

  constructor(name: InstanceName, portalUrl: string) {
    this.#portalUrl = portalUrl;
    this.#footnote = `${instanceTitles[name]} (emulator): shows who logged in from the portal.`;
  }

  session({ user, workspace, role, redirect }: Session): Page {
    const fullName = [user.firstName, user.lastName].filter((name) => name !== null && name !== '').join(' ');
    const body = html`<h2>User</h2>
      <dl>
        ${row('Name', fullName === '' ? user.nickname : `${fullName} (${user.nickname})`, 'user-name')}
        ${row('Email', user.email, 'user-email')} ${row('User ID', user.id, 'user-id', true)}
        ${row('Role', role, 'role')}
      </dl>
      <h2>Workspace</h2>
      <dl>
        ${row('Workspace ID', workspace.id, 'workspace-id', true)}
        ${row('URL', workspace.instanceUrl, 'workspace-url', true)}
        ${row('Type', instanceEnvLabels[workspace.instanceEnvType], 'workspace-type')}
        ${row('Approvals', workspace.approvalsEnabled ? 'Enabled' : 'Disabled', 'approvals')}
        ${row('Redirect', redirect ?? 'none', 'redirect', redirect !== null)}
      </dl>
      <div class="actions">
        <a class="button" href="${workspacesUrl(this.#portalUrl)}">Back to the portal</a>
        <a class="button plain" href="/reconnect">Refresh permissions</a>
      </div>`;
    const lead = `You are logged in as ${user.nickname}.`;
    return { title: workspace.displayName, lead, body, footnote: this.#footnote, layout: 'roomy' };
  }

  /** `isLoggedOut`: the portal ended the session of this browser. */
  notLoggedIn(isLoggedOut: boolean): Page {
    return {
      title: isLoggedOut ? 'You were logged out' : 'You are not logged in',
      lead: `${isLoggedOut ? 'Your session in the portal ended. ' : ''}Open this workspace in the portal to log in.`,
      action: { label: 'Go to the portal', href: workspacesUrl(this.#portalUrl) },
      footnote: this.#footnote,
    };
  }

  notFound(path: string): Page {
    return {
      title: 'Page not found',
      lead: html`A real instance may have a page at <span class="mono">${path}</span>.`,
      action: { label: 'Show login details', href: '/' },
      footnote: this.#footnote,
      status: 404,
    };
  }

  error(error: ConnectError, workspaceId: string | null): Page {
    const { title, text, status } = errorTexts[error.type];
    const portalUrl = this.#portalUrl;
    const body = html`<p class="hint mono">${error.message}</p>
      <div class="actions">
        ${workspaceId !== null && html`<a class="button" href="${workspaceUrl(portalUrl, workspaceId)}/go">Try again</a>`}
        <a class="button plain" href="${workspacesUrl(portalUrl)}">Back to the portal</a>
      </div>`;
    return { title, lead: text, body, footnote: this.#footnote, status };
  }
}

function row(label: string, value: string, id: string, isMono = false): Html {
  return html`<dt>${label}</dt>
    <dd id="${id}" class="${isMono && 'mono'}">${value}</dd>`;
}
