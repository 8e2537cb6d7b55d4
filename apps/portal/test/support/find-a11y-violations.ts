import { act } from '@testing-library/react';
import axe from 'axe-core';

/**
 * The violations that axe finds on the page. jsdom has no style sheets and no canvas, so contrast is tested with the components, and the
 * match of labels with their text by the browser tests.
 */
export async function findA11yViolations(): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } };
  // Runs every rule, but collects details of violations only.
  const { violations } = await act(() => axe.run(document.body, { rules, resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
