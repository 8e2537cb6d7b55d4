import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { loadIcons } from '../src/index.ts';
import { onDemandIconNames } from '../src/icon/on-demand-icons.ts';
import { ChoiceExamples } from '../gallery/sections/choices.tsx';
import { PickerExamples } from '../gallery/sections/pickers.tsx';
import { ControlExamples } from '../gallery/sections/controls.tsx';
import { FeedbackExamples } from '../gallery/sections/feedback.tsx';
import { FieldExamples } from '../gallery/sections/fields.tsx';
import { FoundationExamples } from '../gallery/sections/foundations.tsx';
import { InputExamples } from '../gallery/sections/inputs.tsx';
import { LayoutExamples } from '../gallery/sections/layout.tsx';
import { ValidationExamples } from '../gallery/sections/validation.tsx';
import { OverlayExamples } from '../gallery/sections/overlays.tsx';
import { RichTextExamples } from '../gallery/sections/rich-text.tsx';
import { TextExamples } from '../gallery/sections/text.tsx';
import { UploadExamples } from '../gallery/sections/uploads.tsx';
import { findA11yViolations } from './find-a11y-violations.ts';

beforeAll(() => Promise.all([loadIcons(...onDemandIconNames), import('../src/extra/rich-text/rich-text-body.tsx')]));

const sections: Record<string, ComponentType> = {
  ChoiceExamples,
  PickerExamples,
  ControlExamples,
  FeedbackExamples,
  FieldExamples,
  FoundationExamples,
  InputExamples,
  LayoutExamples,
  ValidationExamples,
  OverlayExamples,
  RichTextExamples,
  TextExamples,
  UploadExamples,
};

test.each(Object.entries(sections))('%s have no accessibility violations', async (_name, Examples) => {
  const { container } = render(
    <main>
      <h1>Gallery</h1>
      <h2>Section</h2>
      <Examples />
    </main>,
  );
  // Lets pending promises resolve.
  await act(() => Promise.resolve());
  expect(container.querySelectorAll('main > *').length).toBeGreaterThan(2);
  expect(await findA11yViolations()).toEqual([]);
});
