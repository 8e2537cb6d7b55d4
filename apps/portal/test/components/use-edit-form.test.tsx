import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { useEditForm } from '../../src/components/form/use-edit-form.ts';

const schema = z.object({ name: z.string() });

interface NameFormProps {
  readonly savedName: string;
  readonly save: (changes: { name: string }) => void;
  /** Called in each render with what a click in that render would call. */
  readonly onRender: (render: { isDirty: boolean; keepMine: () => void }) => void;
}

function NameForm({ savedName, save, onRender }: NameFormProps) {
  const form = useEditForm<{ name: string }, { name: string }>({
    saved: { name: savedName },
    schema,
    save: (changes) => {
      save(changes);
      return Promise.resolve(undefined);
    },
    error: undefined,
    names: ['name'],
  });
  onRender({ isDirty: form.isDirty, keepMine: () => form.keepMine({ name: savedName }) });
  return (
    <Controller control={form.control} name="name" render={({ field }) => <input aria-label="Name" {...field} />} />
  );
}

test('the user’s changes are saved also by a click in the render in which new saved values arrive', async () => {
  const saved: unknown[] = [];
  let renders: { isDirty: boolean; keepMine: () => void }[] = [];
  const onRender: NameFormProps['onRender'] = (each) => renders.push(each);
  const { rerender } = render(
    <NameForm savedName="Ours" save={(changes) => saved.push(changes)} onRender={onRender} />,
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
  expect(renders.at(-1)?.isDirty).toBe(true);

  renders = [];
  rerender(<NameForm savedName="Theirs" save={(changes) => saved.push(changes)} onRender={onRender} />);
  const whileResetting = renders.find(({ isDirty }) => !isDirty);
  expect(whileResetting).toBeDefined();
  whileResetting?.keepMine();
  await waitFor(() => expect(saved).toEqual([{ name: 'Mine' }]));
});
