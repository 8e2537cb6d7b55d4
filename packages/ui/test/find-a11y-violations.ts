import { act } from '@testing-library/react';
import axe from 'axe-core';

/** Returns axe's violations. Contrast is excluded because jsdom has no style sheets; see contrast.test.ts. */
export async function findA11yViolations(within: Element = document.body): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  // Transitions may end while axe runs, hence `act`. `resultTypes` only limits the details that axe collects.
  const { violations } = await act(() => axe.run(within, { rules, resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
