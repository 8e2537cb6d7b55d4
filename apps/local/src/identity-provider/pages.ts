import { html, type Html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import type { Account } from './accounts.ts';
import { socialProviders, type SocialProvider } from './social-identity.ts';

export const footnote = 'Auth0 emulator. Do not use a real password.';

interface FormState {
  readonly email?: string;
  /** An error about the whole form. */
  readonly alert?: string;
  readonly emailError?: string | undefined;
  readonly passwordError?: string | undefined;
}

const alertBox = (text: string | undefined): Html | false =>
  text !== undefined && html`<p class="alert" role="alert" id="alert">${text}</p>`;

const errorLine = (id: string, text: string | undefined): Html | false =>
  text !== undefined && html`<span class="error" id="${id}">${text}</span>`;

function emailField({ email = '', alert, emailError }: FormState): Html {
  const invalid = emailError !== undefined || alert !== undefined;
  return html`<div class="field">
    <label for="email">Email address</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      maxlength="254"
      value="${email}"
      required
      ${email === '' && html`autofocus`}
      ${invalid && html`aria-invalid="true" aria-describedby="${emailError === undefined ? 'alert' : 'email-error'}"`}
    />
    ${errorLine('email-error', emailError)}
  </div>`;
}

function passwordField(kind: 'current' | 'new', { email = '', alert, passwordError }: FormState): Html {
  const invalid = passwordError !== undefined || alert !== undefined;
  const describedBy = passwordError === undefined ? (kind === 'new' ? 'password-hint' : 'alert') : 'password-error';
  return html`<div class="field">
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="${kind}-password"
      required
      ${email !== '' && html`autofocus`}
      ${invalid && html`aria-invalid="true"`}
      ${(invalid || kind === 'new') && html`aria-describedby="${describedBy}"`}
    />
    ${errorLine('password-error', passwordError)}
    ${
      kind === 'new' &&
      passwordError === undefined &&
      html`<span class="hint" id="password-hint"
        >At least 8 characters, three of: a-z, A-Z, 0-9, special characters.</span
      >`
    }
  </div>`;
}

const socialLinks = (base: string): Html =>
  html`<p class="or">or</p>
    <div class="choices">
      ${Object.entries(socialProviders).map(
        ([provider, name]) => html`<a class="button plain full" href="${base}/${provider}">Continue with ${name}</a>`,
      )}
    </div>`;

const footer = (base: string, link: Html): Html =>
  html`<div class="foot">
    <span>${link}</span>
    <form method="post" action="${base}/cancel"><button class="link">Back</button></form>
  </div>`;

export function loginPage(base: string, state: FormState): Page {
  const body = html`<main>
    <h1>Log in</h1>
    <p class="quiet">to continue to the portal</p>
    ${alertBox(state.alert)}
    <form class="stack" method="post" action="${base}/login">
      ${emailField(state)} ${passwordField('current', state)}
      <button class="full">Log in</button>
    </form>
    <p><a href="${base}/forgot-password">Forgot password?</a></p>
    ${socialLinks(base)} ${footer(base, html`New here? <a href="${base}/signup">Sign up</a>`)}
  </main>`;
  return { title: 'Log in', body, footnote, status: state.alert === undefined ? 200 : 400 };
}

export function signupPage(base: string, state: FormState): Page {
  const isInvalid = state.emailError !== undefined || state.passwordError !== undefined;
  const body = html`<main>
    <h1>Sign up</h1>
    <p class="quiet">to continue to the portal</p>
    <form class="stack" method="post" action="${base}/signup">
      ${emailField(state)} ${passwordField('new', state)}
      <button class="full">Sign up</button>
    </form>
    ${socialLinks(base)} ${footer(base, html`Have an account? <a href="${base}/login">Log in</a>`)}
  </main>`;
  return { title: 'Sign up', body, footnote, status: isInvalid ? 400 : 200 };
}

export function forgotPasswordPage(base: string): Page {
  const body = html`<main>
    <h1>Forgot your password?</h1>
    <p class="quiet">We’ll email you a link to choose a new one.</p>
    <form class="stack" method="post" action="${base}/forgot-password">
      ${emailField({})}
      <button class="full">Send link</button>
    </form>
    ${footer(base, html`<a href="${base}/login">Log in</a>`)}
  </main>`;
  return { title: 'Forgot your password?', body, footnote, status: 200 };
}

export function newPasswordPage(ticket: string, state: FormState): Page {
  const body = html`<main>
    <h1>Choose a new password</h1>
    <form class="stack" method="post" action="/reset-password">
      <input type="hidden" name="ticket" value="${ticket}" />
      ${passwordField('new', state)}
      <button class="full">Change password</button>
    </form>
  </main>`;
  return { title: 'Choose a new password', body, footnote, status: state.passwordError === undefined ? 200 : 400 };
}

export function socialPage(base: string, provider: SocialProvider, accounts: Account[], state: FormState): Page {
  const name = socialProviders[provider];
  const action = `${base}/${provider}`;
  const accountItems = accounts.map(
    (account) =>
      html`<li>
        <button class="plain account" name="account" value="${account.id}">
          <img class="avatar" alt="" src="/avatars/${encodeURIComponent(account.name)}.svg" />
          <span>${account.name}<small>${account.email}</small></span>
        </button>
      </li>`,
  );
  const body = html`<main>
    <h1>Continue with ${name}</h1>
    <p class="quiet">${name} isn’t contacted, pick an identity.</p>
    ${alertBox(state.alert)}
    ${
      accounts.length > 0 &&
      html`<form method="post" action="${action}">
        <h2 id="accounts">Existing identities</h2>
        <ul class="choices" aria-labelledby="accounts">
          ${accountItems}
        </ul>
      </form>`
    }
    <form class="stack" method="post" action="${action}">
      ${accounts.length > 0 && html`<h2>New identity</h2>`} ${emailField(state)}
      <div class="field">
        <label for="name">Name</label>
        <input id="name" name="name" type="text" autocomplete="name" maxlength="100" required />
      </div>
      <label class="check"><input type="checkbox" name="picture" checked /> Has a profile picture</label>
      <button class="full">Continue</button>
    </form>
    ${footer(base, html`<a href="${base}/login">Log in with a password</a>`)}
  </main>`;
  return { title: `Continue with ${name}`, body, footnote, status: state.alert === undefined ? 200 : 400 };
}

interface Message {
  readonly title: string;
  readonly text: string;
  readonly status: number;
  /** How to continue. */
  readonly action?: { readonly label: string; readonly href: string } | undefined;
}

export function messagePage({ title, text, status, action }: Message): Page {
  const body = html`<main>
    <h1>${title}</h1>
    <p class="quiet">${text}</p>
    ${action && html`<div class="actions"><a class="button full" href="${action.href}">${action.label}</a></div>`}
  </main>`;
  return { title, body, footnote, status };
}

/** Not to the root of the portal, which would open the default workspace. */
export const toPortal = (portalUrl: string | undefined, path = '/workspaces'): Message['action'] =>
  portalUrl === undefined ? undefined : { label: 'Go to the portal', href: `${portalUrl}${path}` };
