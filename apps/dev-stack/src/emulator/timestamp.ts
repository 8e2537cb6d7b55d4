import { formatUtcDateTime } from '@portal/contract';
import { html } from './html.ts';

/** In the style of the product, with the seconds in the tooltip. */
export const timestamp = (at: string) =>
  html`<time datetime="${at}" title="${at}">${formatUtcDateTime(new Date(at))}</time>`;
