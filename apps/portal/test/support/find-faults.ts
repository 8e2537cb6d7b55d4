import { act } from '@testing-library/react';
import axe from 'axe-core';

/** What axe finds wrong with the page. Colours are measured in the tests of the components: there are no style sheets here. */
export async function findFaults(): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false } };
  // Every rule is tried, but only of what fails the details are gathered.
  const { violations } = await act(() => axe.run(document.body, { rules, resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
