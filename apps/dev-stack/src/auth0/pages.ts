import { field } from '../emulator/field.ts';
import { html, type Html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import { productName } from '../product-name.ts';
import type { Account } from './accounts.ts';
import { emailIcon, providerLogo } from './provider-logos.ts';
import { socialProviderNames, socialProviders, type SocialProvider } from './social-identity.ts';

export const footnote = 'This is a playground with an Auth0 emulator. Do not use a real password.';

const loginScript = html`<script src="/login.js" defer></script>`;

interface FormState {
  readonly email?: string;
  readonly emailError?: string | undefined;
  readonly passwordError?: string | undefined;
}

interface SocialForm extends Pick<FormState, 'email' | 'emailError'> {
  readonly name?: string;
  readonly nameError?: string | undefined;
}

interface CodeForm {
  readonly codeError?: string | undefined;
}

interface EmailField extends Pick<FormState, 'email' | 'emailError'> {
  /** Whether the error at the password is also about the email. */
  readonly sharesPasswordError?: boolean;
}

const emailField = ({ email = '', emailError, sharesPasswordError = false }: EmailField): Html =>
  field({
    name: 'email',
    label: 'Email address',
    type: 'email',
    value: email,
    error: emailError,
    sharesErrorOf: sharesPasswordError && 'password',
    attributes: html`autocomplete="username" maxlength="254" ${email === '' && html`autofocus`}`,
  });

/** The script shows the password, and ticks the rules that it meets. */
const passwordField = (kind: 'current' | 'new', { email = '', passwordError }: FormState): Html =>
  html`${field({
    name: 'password',
    label: 'Password',
    type: 'password',
    error: passwordError,
    describedBy: kind === 'new' && 'password-rules',
    attributes: html`autocomplete="${kind}-password" ${email !== '' && html`autofocus`}`,
  })}
  ${
    kind === 'new' &&
    html`<ul class="rules" id="password-rules">
      <li data-rule="length">At least 8 characters</li>
      <li data-rule="classes">Three of: lowercase letters, uppercase letters, digits, other characters</li>
    </ul>`
  }`;

const socialLinks = (base: string): Html =>
  html`<p class="or">or</p>
    <div class="choices">
      ${socialProviderNames.map(
        (provider) =>
          html`<a class="button plain full" data-method="${provider}" href="${base}/${provider}"
            >${providerLogo(provider)} Continue with ${socialProviders[provider]}</a
          >`,
      )}
      <a class="button plain full" data-method="email" href="${base}/email">${emailIcon} Continue with email</a>
    </div>`;

const statusOf = ({ emailError, passwordError, nameError, codeError }: FormState & SocialForm & CodeForm) =>
  (emailError ?? passwordError ?? nameError ?? codeError) === undefined ? 200 : 400;

const footer = (base: string, link: Html): Html =>
  html`<div class="foot">
    <span>${link}</span>
    <form method="post" action="${base}/cancel"><button class="plain">Back</button></form>
  </div>`;

export function loginPage(base: string, state: FormState): Page {
  const body = html`<form class="stack" method="post" action="${base}/login">
      ${emailField({ ...state, sharesPasswordError: state.passwordError !== undefined })}
      ${passwordField('current', state)}
      <button class="full">Log in</button>
    </form>
    <p><a href="${base}/forgot-password">Forgot password?</a></p>
    ${socialLinks(base)} ${footer(base, html`New here? <a href="${base}/signup">Sign up</a>`)}`;
  return {
    title: `Log in to ${productName}`,
    head: loginScript,
    body,
    footnote,
    status: statusOf(state),
  };
}

export function signupPage(base: string, state: FormState): Page {
  const body = html`<form class="stack" method="post" action="${base}/signup">
      ${emailField(state)} ${passwordField('new', state)}
      <button class="full">Sign up</button>
    </form>
    ${socialLinks(base)} ${footer(base, html`Have an account? <a href="${base}/login">Log in</a>`)}`;
  return {
    title: `Sign up for ${productName}`,
    head: loginScript,
    body,
    footnote,
    status: statusOf(state),
  };
}

export function forgotPasswordPage(base: string, state: FormState): Page {
  const body = html`<form class="stack" method="post" action="${base}/forgot-password">
      ${emailField(state)}
      <button class="full">Send link</button>
    </form>
    ${footer(base, html`<a href="${base}/login">Log in</a>`)}`;
  return { title: 'Forgot your password?', lead: 'We’ll email you a link to choose a new one.', body, footnote };
}

export function passwordlessPage(base: string, state: Pick<FormState, 'email' | 'emailError'>): Page {
  const body = html`<form class="stack" method="post" action="${base}/email">
      ${emailField(state)}
      <button class="full">Send code</button>
    </form>
    ${footer(base, html`<a href="${base}/login">Log in with a password</a>`)}`;
  return { title: 'Continue with a code', lead: 'We’ll email you a code.', body, footnote, status: statusOf(state) };
}

export function loginCodePage(base: string, state: CodeForm): Page {
  const body = html`<form class="stack" method="post" action="${base}/email-code">
      ${field({
        name: 'code',
        label: 'Code',
        error: state.codeError,
        attributes: html`autocomplete="one-time-code" inputmode="numeric" maxlength="6" autofocus`,
      })}
      <button class="full">Continue</button>
    </form>
    ${footer(base, html`<a href="${base}/email">Send another code</a>`)}`;
  return {
    title: 'Enter the code',
    lead: 'It is in the email that we sent you.',
    body,
    footnote,
    status: statusOf(state),
  };
}

export function newPasswordPage(ticket: string, state: FormState): Page {
  const body = html`<form class="stack" method="post" action="/reset-password">
    <input type="hidden" name="ticket" value="${ticket}" />
    ${passwordField('new', state)}
    <button class="full">Change password</button>
  </form>`;
  return { title: 'Choose a new password', head: loginScript, body, footnote, status: statusOf(state) };
}

export function socialPage(base: string, provider: SocialProvider, accounts: Account[], state: SocialForm): Page {
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
  const body = html`${
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
      ${field({
        name: 'name',
        label: 'Name',
        value: state.name ?? '',
        error: state.nameError,
        attributes: html`autocomplete="name" maxlength="100"`,
      })}
      <label class="check"><input type="checkbox" name="picture" checked /> Has a profile picture</label>
      <button class="full">Continue</button>
    </form>
    ${footer(base, html`<a href="${base}/login">Log in with a password</a>`)}`;
  return {
    title: `Continue with ${name}`,
    lead: `${name} isn’t contacted. Pick an identity.`,
    body,
    footnote,
    status: statusOf(state),
  };
}

export const messagePage = (message: Omit<Page, 'footnote'>): Page => ({ ...message, footnote });

/** Not to the root of the portal, which would open the default workspace. */
export const toPortal = (portalUrl: string | undefined, path = '/workspaces'): Page['action'] =>
  portalUrl === undefined ? undefined : { label: 'Go to the portal', href: `${portalUrl}${path}` };
