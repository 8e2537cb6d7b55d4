import type { ReactElement } from 'react';

/** Announces a link that opens a new tab, after its name. */
export const newTabProps = ({ props }: ReactElement<Record<string, unknown>>) =>
  props['target'] === '_blank' && { 'aria-description': 'Opens in a new tab' };
