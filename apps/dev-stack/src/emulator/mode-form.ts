import { html, type Html } from './html.ts';

export interface ModeFormOptions {
  /** The accessible name of the list. */
  readonly name: string;
  readonly modes: readonly { readonly label: string; readonly value: string }[];
  readonly current: string;
}

/** The switch of what an emulator does. A mode that only the API can set is listed while it is current. */
export function modeForm({ name, modes, current }: ModeFormOptions): Html {
  return html`<form method="post" action="/mode">
    <select name="mode" aria-label="${name}">
      ${!modes.some(({ value }) => value === current) && html`<option selected disabled>${current}</option>`}
      ${modes.map(
        ({ label, value }) => html`<option value="${value}" ${value === current && html`selected`}>${label}</option>`,
      )}
    </select>
    <button class="plain">Apply</button>
  </form>`;
}

/** The choices of modes without names: the label is the name. */
export function labelsOf<Mode>(modes: readonly { readonly label: string; readonly mode: Mode }[], current: Mode) {
  const json = JSON.stringify(current);
  return {
    modes: modes.map(({ label }) => ({ label, value: label })),
    current: modes.find(({ mode }) => JSON.stringify(mode) === json)?.label ?? json,
  };
}
