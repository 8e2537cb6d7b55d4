import { html, type Html } from '../stand-in/html.ts';
import type { Page } from '../stand-in/page.ts';
import type { AuthApiError, Failure } from './auth-api.ts';
import type { Connection } from './connections.ts';
import { workspaceAt, workspacesAt } from './portal-addresses.ts';
import type { InstanceName } from './settings.ts';

/** What each instance is called. */
export const titles: Readonly<Record<InstanceName, string>> = {
  'local-instance': 'Local instance',
  'hosted-app': 'Hosted app',
};

const envTypes = { SI: 'managed (SI)', PRIVATE: 'remote (PRIVATE)', LOCAL: 'local (LOCAL)' } as const;

const failures: Readonly<Record<Failure, { title: string; text: string; status: number }>> = {
  refused: {
    title: 'You could not be let in',
    text: 'The code was used already, is too old or is not complete. Codes work once, for a minute.',
    status: 400,
  },
  'not started here': {
    title: 'You could not be let in',
    text: 'This login was not started in this browser, or it took too long. Open the workspace again.',
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

/** The pages of one instance. */
export class InstancePages {
  readonly #name: InstanceName;
  readonly #portalUrl: string;
  readonly #note: string;

  constructor(name: InstanceName, portalUrl: string) {
    this.#name = name;
    this.#portalUrl = portalUrl;
    this.#note = `${titles[name]}: shows who logged in from the portal, and nothing else.`;
  }

  session(connection: Connection, redirect: string | null): Page {
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
        <a class="button" href="${workspacesAt(this.#portalUrl)}">Back to the portal</a>
        <a class="button plain" href="/reconnect">Read my rights again</a>
      </div>
    </main>`;
    return { title: workspace.displayName, body, note: this.#note };
  }

  nobody(): Page {
    const body = html`<main>
      <h1>Nobody is logged in here</h1>
      <p class="quiet">Open a workspace in the portal: it sends you here with a code that lets you in.</p>
      <div class="actions"><a class="button full" href="${workspacesAt(this.#portalUrl)}">Go to the portal</a></div>
    </main>`;
    return { title: titles[this.#name], body, note: this.#note };
  }

  nothing(path: string): Page {
    const body = html`<main>
      <h1>There is nothing here</h1>
      <p class="quiet">A real instance might have a page at <span class="mono">${path}</span>.</p>
      <div class="actions"><a class="button full" href="/">Who am I here?</a></div>
    </main>`;
    return { title: 'There is nothing here', body, note: this.#note, status: 404 };
  }

  failure(error: AuthApiError, workspaceId: string | null): Page {
    const { title, text, status } = failures[error.kind];
    const portalUrl = this.#portalUrl;
    const body = html`<main>
      <h1>${title}</h1>
      <p class="quiet">${text}</p>
      <p class="hint mono">${error.message}</p>
      <div class="actions">
        ${workspaceId !== null && html`<a class="button" href="${workspaceAt(portalUrl, workspaceId)}/go">Try again</a>`}
        <a class="button plain" href="${workspacesAt(portalUrl)}">Back to the portal</a>
      </div>
    </main>`;
    return { title, body, note: this.#note, status };
  }
}

function row(label: string, value: string, id: string, isMono = false): Html {
  return html`<dt>${label}</dt>
    <dd id="${id}" class="${isMono && 'mono'}">${value}</dd>`;
}
