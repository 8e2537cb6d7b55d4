import { html, type Html } from './html.ts';

export interface Field {
  /** Also its id. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** The name of another field whose error is also about this one. */
  readonly sharesErrorOf?: string | false;
  /** The id of more text about the field. */
  readonly describedBy?: string | false;
  /** More attributes of the input. */
  readonly attributes?: Html;
}

/** A required text field. The space of its message is reserved, so that an error moves nothing. */
export function field({
  name,
  label,
  type = 'text',
  value,
  hint,
  error,
  sharesErrorOf = false,
  describedBy = false,
  attributes,
}: Field): Html {
  const message = error ?? hint;
  const isInvalid = error !== undefined || sharesErrorOf !== false;
  const messages = [message !== undefined && name, sharesErrorOf].filter((id) => id !== false);
  const describing = [...messages.map((id) => `${id}-message`), describedBy].filter((id) => id !== false);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      ${value !== undefined && html`value="${value}"`}
      required
      ${attributes}
      ${isInvalid && html`aria-invalid="true"`}
      ${describing.length > 0 && html`aria-describedby="${describing.join(' ')}"`}
    />
    <span class="${error === undefined ? 'message' : 'message error'}" id="${name}-message">${message}</span>
  </div>`;
}
