import { useEffect, useState, type ReactNode } from 'react';
import { Button, Logo, PageTitle, ThemeToggle, type Theme } from '../src/index.ts';
import { ChoiceExamples } from './sections/choices.tsx';
import { PickerExamples } from './sections/pickers.tsx';
import { ControlExamples } from './sections/controls.tsx';
import { FeedbackExamples } from './sections/feedback.tsx';
import { FieldExamples } from './sections/fields.tsx';
import { FoundationExamples } from './sections/foundations.tsx';
import { InputExamples } from './sections/inputs.tsx';
import { LayoutExamples } from './sections/layout.tsx';
import { ValidationExamples } from './sections/validation.tsx';
import { OverlayExamples } from './sections/overlays.tsx';
import { RichTextExamples } from './sections/rich-text.tsx';
import { TextExamples } from './sections/text.tsx';
import { UploadExamples } from './sections/uploads.tsx';

const sections: Record<string, () => ReactNode> = {
  Foundations: FoundationExamples,
  Controls: ControlExamples,
  Fields: FieldExamples,
  Inputs: InputExamples,
  Validation: ValidationExamples,
  Choices: ChoiceExamples,
  Feedback: FeedbackExamples,
  Overlays: OverlayExamples,
  Pickers: PickerExamples,
  Uploads: UploadExamples,
  Text: TextExamples,
  'Rich-text': RichTextExamples,
  Layout: LayoutExamples,
};

/** All sections, or those in the query: `/?sections=Overlays,Choices`. */
function visibleSections({ search }: Location): [string, () => ReactNode][] {
  const requested = new URLSearchParams(search).get('sections')?.split(',');
  return Object.entries(sections).filter(([name]) => requested?.includes(name) ?? true);
}

const systemTheme = window.matchMedia('(prefers-color-scheme: dark)');
const themeOf = ({ matches }: { readonly matches: boolean }): Theme => (matches ? 'dark' : 'light');

/** The theme of the system, unless one is chosen. */
function useTheme() {
  const [system, setSystem] = useState(() => themeOf(systemTheme));
  const [chosen, choose] = useState<Theme | null>(null);
  const theme = chosen ?? system;
  useEffect(() => {
    const listener = (event: MediaQueryListEvent) => setSystem(themeOf(event));
    systemTheme.addEventListener('change', listener);
    return () => systemTheme.removeEventListener('change', listener);
  }, []);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return { theme, chosen, choose };
}

export function Gallery() {
  const visible = visibleSections(window.location);
  const { theme, chosen, choose } = useTheme();
  return (
    <>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-8">
        <Logo />
        <nav aria-label="Sections" className="flex flex-1 gap-5">
          {visible.map(([name]) => (
            <a key={name} href={`#${name}`} className="text-body hover:text-strong">
              {name}
            </a>
          ))}
        </nav>
        {chosen && (
          <Button size="sm" variant="ghost" onClick={() => choose(null)}>
            Follow the system
          </Button>
        )}
        <ThemeToggle theme={theme} onChange={choose} />
      </header>
      <main className="mx-auto flex max-w-[110rem] flex-col gap-12 px-8 py-8">
        <PageTitle title="Component gallery" subtitle="Every component in its states, in both themes." />
        {visible.map(([name, Section]) => (
          <section key={name} id={name} className="flex scroll-mt-20 flex-col gap-4">
            <h2 className="text-lg">{name}</h2>
            <div className="grid grid-cols-2 gap-4">
              {(['light', 'dark'] as const).map((side) => (
                <div
                  key={side}
                  data-theme={side}
                  className="flex min-w-0 flex-col gap-8 rounded-lg border border-line bg-page p-6 text-body"
                >
                  <Section />
                </div>
              ))}
            </div>
          </section>
        ))}
      </main>
    </>
  );
}
