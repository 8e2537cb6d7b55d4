import { Icon } from '../../src/index.ts';
import { DirectionalIcon } from '../../src/extra/index.ts';
import { initialIcons } from '../../src/icon/initial-icons.ts';
import type { IconName } from '../../src/icon/icon-name.ts';
import { deferredIcons } from '../../src/icon/deferred-icons.ts';
import { Row, Example } from '../example.tsx';

// A static import would add the on-demand icons to the initial bundle.
const { onDemandIconNames: rareIconNames } = await import('../../src/icon/on-demand-icons.ts');
const bundledIconNames = Object.keys({ ...initialIcons, ...deferredIcons }) as IconName[];
const logoNames = rareIconNames.filter((name) => name.startsWith('logo-'));
const iconNames = [...bundledIconNames, ...rareIconNames.filter((name) => !name.startsWith('logo-'))].sort();
const directions = ['up', 'down', 'left', 'right'] as const;

const palettes = ['neutral', 'action', 'success', 'warning', 'destructive'];
const accents = ['rose', 'orange', 'lime', 'teal', 'sky', 'violet'].map((name) => `accent-${name}`);
const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900];
const groups = ['action', 'info', 'destructive', 'error', 'success', 'warning', 'neutral', 'empty', 'shade'];

export function FoundationExamples() {
  return (
    <>
      <Example name="Palettes">
        <div className="flex items-center gap-2">
          <span className="w-24 text-sm text-secondary">shade, accents</span>
          {['shade-0', 'shade-100', ...accents].map((name) => (
            <span
              key={name}
              title={name}
              className="h-7 flex-1 rounded-sm border border-line"
              style={{ background: `var(--color-${name})` }}
            />
          ))}
        </div>
        {palettes.map((palette) => (
          <div key={palette} className="flex items-center gap-2">
            <span className="w-24 text-sm text-secondary">{palette}</span>
            {steps.map((step) => (
              <span
                key={step}
                title={`${palette}-${step}`}
                className="h-7 flex-1 rounded-sm"
                style={{ background: `var(--color-${palette}-${step})` }}
              />
            ))}
          </div>
        ))}
      </Example>
      <Example name="Semantic groups">
        <div className="grid grid-cols-3 gap-2">
          {groups.map((group) => (
            <div
              key={group}
              className="flex items-center gap-2 rounded-md border px-3 py-2"
              style={{
                background: `var(--${group}-background)`,
                color: `var(--${group}-text)`,
                borderColor: `var(--${group}-border)`,
              }}
            >
              <span style={{ color: `var(--${group}-icon)` }}>
                <Icon name="check-circle" />
              </span>
              {group}
            </div>
          ))}
        </div>
      </Example>
      <Example name="Type">
        <p className="text-3xl font-semibold text-strong">Heading 32</p>
        <p className="text-2xl font-semibold text-strong">Heading 24</p>
        <p className="text-xl font-semibold text-strong">Heading 20</p>
        <p className="text-lg font-semibold text-strong">Heading 16</p>
        <p>Body 14: the quick brown fox, Zoë Łukasiewicz, 李明, Ελένη, Дмитрий, 0123456789</p>
        <p className="text-sm text-secondary">Small 13, secondary</p>
        <p className="font-mono text-sm">mono 13: 01HZX8G5T4QKJ3V9W2N6R7B1CD</p>
        <p>
          A{' '}
          <a className="text-link" href="#Foundations">
            link in a sentence
          </a>
          .
        </p>
      </Example>
      <Example name={`Icon: ${iconNames.length} icons by name`}>
        <Row>
          {iconNames.map((name) => (
            <NamedIcon key={name} name={name} />
          ))}
        </Row>
      </Example>
      <Example name={`Icon: ${logoNames.length} vendor logos`}>
        <Row>
          {logoNames.map((name) => (
            <NamedIcon key={name} name={name} />
          ))}
        </Row>
      </Example>
      <Example name="DirectionalIcon">
        <Row>
          {(['arrow', 'chevron'] as const).map((name) =>
            directions.map((direction) => (
              <DirectionalIcon key={name + direction} name={name} direction={direction} size={20} label={direction} />
            )),
          )}
        </Row>
      </Example>
    </>
  );
}

function NamedIcon({ name }: { name: IconName }) {
  return (
    <span title={name} className="text-neutral-icon">
      <Icon name={name} size={20} label={name} />
    </span>
  );
}
