import { act } from '@testing-library/react';
import axe from 'axe-core';

/** What axe finds wrong with what is rendered. Colours are the contrast test's: there are no style sheets here. */
export async function findFaults(within: Element = document.body): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  // It takes its time, in which transitions end. Every rule is tried, but only of what fails the details are gathered.
  const { violations } = await act(() => axe.run(within, { rules, resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
