import { act } from '@testing-library/react';
import axe from 'axe-core';

/** The violations that axe finds on the page. jsdom loads no style sheets, so contrast is tested with the components. */
export async function findA11yViolations(): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false } };
  // Runs every rule, but collects details of violations only.
  const { violations } = await act(() => axe.run(document.body, { rules, resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
