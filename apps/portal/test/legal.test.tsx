import { legalCalls, type LegalDocuments } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const documents: LegalDocuments = {
  versionId: '2024-09-25',
  documents: [
    { slug: 'terms-of-service', title: 'Terms of Service', content: '## Scope\n\nThese are the terms.' },
    { slug: 'privacy-policy', title: 'Privacy Policy', content: 'We keep little.' },
  ],
};
const owesTerms = aUser({ needsTosUpdate: true, onboardingDetails: { reviewedProfile: null } });

test('everybody reads all documents on one page', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  await visit('/legal/privacy-policy', null);
  expect(await screen.findByText('These are the terms.')).toBeVisible();
  expect(screen.getByText('We keep little.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('aria-current', 'location');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('who owes the agreement gives it at the end, and goes on', async () => {
  let agreed: unknown;
  server.use(
    on(legalCalls.getLegalDocuments, documents),
    on(legalCalls.agreeToTos, ({ body }) => {
      agreed = body;
      return { user: { ...owesTerms, needsTosUpdate: false } };
    }),
  );
  const { person, path } = await visit('/workspaces', owesTerms);
  await waitFor(() => expect(path()).toBe('/review-legal'));
  const button = await screen.findByRole('button', { name: 'Agree and continue' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await person.click(screen.getByRole('checkbox'));
  await person.click(button);
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(agreed).toMatchObject({ tosVersionId: '2024-09-25' });
});

test('terms that changed meanwhile are told and loaded again', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents), on(legalCalls.agreeToTos, refusal('TosVersionNotCurrent')));
  const { person } = await visit('/review-legal', owesTerms);
  await person.click(await screen.findByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Agree and continue' }));
  expect(await screen.findByText(/These terms are not the current ones/)).toBeVisible();
  server.use(on(legalCalls.getLegalDocuments, { ...documents, versionId: '2026-01-01' }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Version 2026-01-01/)).toBeVisible();
});

test('a printable page shows one document of one version', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  await visit('/print-legal/2024-09-25/privacy-policy', null);
  expect(await screen.findByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  expect(screen.queryByText('These are the terms.')).toBeNull();
});
