import { act, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { FaultBoundary } from '../src/app/fault-boundary.tsx';

function Failing({ message }: { message: string }): never {
  throw new Error(message);
}

test.each([
  ['Cannot read what is not there', /^Something went wrong on this page/],
  ['Failed to fetch dynamically imported module: /assets/x.js', /^A newer version of the portal is out/],
])('a page that fails with %j says so, and the next page shows', (message, said) => {
  const told = jest.spyOn(console, 'error').mockReturnValue();
  const { rerender } = render(
    <FaultBoundary place="/one">
      <Failing message={message} />
    </FaultBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(screen.getByText(said)).toBeVisible();
  expect(told).toHaveBeenCalled();
  act(() => rerender(<FaultBoundary place="/two">The next page</FaultBoundary>));
  expect(screen.getByText('The next page')).toBeVisible();
});
