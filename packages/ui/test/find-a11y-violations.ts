import { act } from '@testing-library/react';
import axe from 'axe-core';

/**
 * Returns axe's violations. jsdom has no style sheets and no canvas, so contrast is tested by contrast.test.ts, and the match of labels
 * with their text by the browser tests.
 */
export async function findA11yViolations(within: Element = document.body): Promise<string[]> {
  const rules = {
    'color-contrast': { enabled: false },
    'label-content-name-mismatch': { enabled: false },
    region: { enabled: false },
  };
  // Transitions may end while axe runs, hence `act`. `resultTypes` only limits the details that axe collects.
  const { violations } = await act(() => axe.run(within, { rules, resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
