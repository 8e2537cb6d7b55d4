import { html, type Html } from './html.ts';

export interface ModeFormOptions<Mode> {
  /** The accessible name of the list. */
  readonly name: string;
  readonly modes: readonly { readonly label: string; readonly mode: Mode }[];
  readonly current: Mode;
}

/** The switch of what an emulator does. A mode that only the API can set shows as JSON. */
export function modeForm<Mode>({ name, modes, current }: ModeFormOptions<Mode>): Html {
  const currentJson = JSON.stringify(current);
  const isCurrent = (mode: Mode) => JSON.stringify(mode) === currentJson;
  return html`<form method="post" action="/mode">
    <select name="label" aria-label="${name}">
      ${!modes.some(({ mode }) => isCurrent(mode)) && html`<option selected disabled>${currentJson}</option>`}
      ${modes.map(({ label, mode }) => html`<option ${isCurrent(mode) && html`selected`}>${label}</option>`)}
    </select>
    <button class="plain">Apply</button>
  </form>`;
}
