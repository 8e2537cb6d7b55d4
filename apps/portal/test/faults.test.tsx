import { act, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { matchRoutes } from 'react-router';
import { FaultBoundary } from '../src/app/fault-boundary.tsx';
import { routes, type Page } from '../src/app/router.tsx';
import { findFaults } from './support/find-faults.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

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

test.each([
  ['in the frame', '/workspaces'],
  ['without its header', '/login'],
  ['without the frame', '/print-legal/2026-01-01/tos'],
])('what is left of a page that fails is the one main part, %s', async (_where, path) => {
  const page = matchRoutes(routes, path)?.at(-1)?.route.handle as Page;
  const code = jest.spyOn(page.code, 'get').mockImplementation(() => {
    throw new Error('Cannot read what is not there');
  });
  jest.spyOn(console, 'error').mockReturnValue();
  await visit(path, path === '/login' ? null : aUser());
  const heading = await screen.findByRole('heading', { name: 'This page could not be shown' });
  expect(screen.getByRole('main')).toContainElement(heading);
  expect(await findFaults()).toEqual([]);
  code.mockRestore();
});
