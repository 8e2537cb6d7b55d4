import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { loadIcons } from '../src/index.ts';
import { rareIconNames } from '../src/icon/rare-glyphs.ts';
import { ChoiceSpecimens } from '../gallery/sections/choices.tsx';
import { ChoosingSpecimens } from '../gallery/sections/choosing.tsx';
import { ControlSpecimens } from '../gallery/sections/controls.tsx';
import { FeedbackSpecimens } from '../gallery/sections/feedback.tsx';
import { FieldSpecimens } from '../gallery/sections/fields.tsx';
import { FoundationSpecimens } from '../gallery/sections/foundations.tsx';
import { InputSpecimens } from '../gallery/sections/inputs.tsx';
import { LayoutSpecimens } from '../gallery/sections/layout.tsx';
import { MistakeSpecimens } from '../gallery/sections/mistakes.tsx';
import { OverlaySpecimens } from '../gallery/sections/overlays.tsx';
import { RichTextSpecimens } from '../gallery/sections/rich-texts.tsx';
import { TextSpecimens } from '../gallery/sections/text.tsx';
import { UploadSpecimens } from '../gallery/sections/uploads.tsx';
import { findFaults } from './find-faults.ts';

beforeAll(() => Promise.all([loadIcons(...rareIconNames), import('../src/rich-text/rich-text-body.tsx')]));

const sections: Record<string, ComponentType> = {
  ChoiceSpecimens,
  ChoosingSpecimens,
  ControlSpecimens,
  FeedbackSpecimens,
  FieldSpecimens,
  FoundationSpecimens,
  InputSpecimens,
  LayoutSpecimens,
  MistakeSpecimens,
  OverlaySpecimens,
  RichTextSpecimens,
  TextSpecimens,
  UploadSpecimens,
};

test.each(Object.entries(sections))('whoever sees nothing misses nothing in %s', async (_name, Specimens) => {
  const { container } = render(
    <main>
      <h1>Gallery</h1>
      <h2>Section</h2>
      <Specimens />
    </main>,
  );
  // What is fetched when it is shown gets its turn.
  await act(() => Promise.resolve());
  expect(container.querySelectorAll('main > *').length).toBeGreaterThan(2);
  expect(await findFaults()).toEqual([]);
});
