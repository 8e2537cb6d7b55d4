import { useState, type ReactNode } from 'react';
import { Mark, PageTitle, ThemeToggle, type Theme } from '../src/index.ts';
import { ChoiceSpecimens } from './sections/choices.tsx';
import { ChoosingSpecimens } from './sections/choosing.tsx';
import { ControlSpecimens } from './sections/controls.tsx';
import { FeedbackSpecimens } from './sections/feedback.tsx';
import { FieldSpecimens } from './sections/fields.tsx';
import { FoundationSpecimens } from './sections/foundations.tsx';
import { InputSpecimens } from './sections/inputs.tsx';
import { LayoutSpecimens } from './sections/layout.tsx';
import { MistakeSpecimens } from './sections/mistakes.tsx';
import { OverlaySpecimens } from './sections/overlays.tsx';
import { RichTextSpecimens } from './sections/rich-texts.tsx';
import { TextSpecimens } from './sections/text.tsx';
import { UploadSpecimens } from './sections/uploads.tsx';

const sections: Record<string, () => ReactNode> = {
  Foundations: FoundationSpecimens,
  Controls: ControlSpecimens,
  Fields: FieldSpecimens,
  Inputs: InputSpecimens,
  Mistakes: MistakeSpecimens,
  Choices: ChoiceSpecimens,
  Feedback: FeedbackSpecimens,
  Overlays: OverlaySpecimens,
  Choosing: ChoosingSpecimens,
  Uploads: UploadSpecimens,
  Text: TextSpecimens,
  'Rich-text': RichTextSpecimens,
  Layout: LayoutSpecimens,
};

/** All of them, or those alone that the address names: `/?sections=Overlays,Choices`. */
function sectionsOf({ search }: Location): [string, () => ReactNode][] {
  const named = new URLSearchParams(search).get('sections')?.split(',');
  return Object.entries(sections).filter(([name]) => named?.includes(name) ?? true);
}

export function Gallery() {
  const shown = sectionsOf(window.location);
  const [theme, setTheme] = useState<Theme>('light');
  const change = (next: Theme) => {
    document.documentElement.dataset['theme'] = next;
    setTheme(next);
  };
  return (
    <>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-8">
        <Mark />
        <nav aria-label="Sections" className="flex flex-1 gap-5">
          {shown.map(([name]) => (
            <a key={name} href={`#${name}`} className="text-body hover:text-strong">
              {name}
            </a>
          ))}
        </nav>
        <ThemeToggle theme={theme} onChange={change} />
      </header>
      <main className="mx-auto flex max-w-[110rem] flex-col gap-12 px-8 py-8">
        <PageTitle title="Component gallery" subtitle="Every component in its states, in both themes." />
        {shown.map(([name, Specimens]) => (
          <section key={name} id={name} className="flex scroll-mt-20 flex-col gap-4">
            <h2 className="text-lg">{name}</h2>
            <div className="grid grid-cols-2 gap-4">
              {(['light', 'dark'] as const).map((side) => (
                <div
                  key={side}
                  data-theme={side}
                  className="flex min-w-0 flex-col gap-8 rounded-lg border border-line bg-page p-6 text-body"
                >
                  <Specimens />
                </div>
              ))}
            </div>
          </section>
        ))}
      </main>
    </>
  );
}
