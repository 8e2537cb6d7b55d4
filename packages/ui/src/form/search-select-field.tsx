import { Combobox } from '@base-ui/react/combobox';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';
import { Icon } from '../icon/icon.tsx';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldControl, type FieldProps } from './form-field.tsx';

export interface SearchSelectOption<V extends string = string> {
  value: V;
  label: string;
  /** What also finds it: another name, a code. */
  keywords?: string | undefined;
}

export interface SearchSelectFieldProps<V extends string = string> extends FieldProps {
  options: readonly SearchSelectOption<V>[];
  name?: string | undefined;
  value?: V | null | undefined;
  onChange?: ((value: V | null) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  placeholder?: string | undefined;
  /** Shown where no option has what was typed. */
  emptyText?: string | undefined;
  autoComplete?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const popupLook =
  'w-(--anchor-width) max-w-(--available-width) origin-(--transform-origin) rounded-lg bg-raised shadow-float ' +
  'transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

const optionLook =
  'flex min-h-8 items-center gap-2 rounded-md py-1 pr-2.5 pl-2 outline-none select-none ' +
  'data-highlighted:bg-hover data-selected:font-medium';

/** One of many: what is typed narrows the list down. */
export function SearchSelectField<V extends string>(props: SearchSelectFieldProps<V>) {
  const { field, control } = splitFieldProps(props);
  const [unmatched, setUnmatched] = useState<string>();
  return (
    <FormField {...field} error={unmatched ?? field.error}>
      {(given) => <SearchSelect {...control} label={field.label} given={given} onUnmatched={setUnmatched} />}
    </FormField>
  );
}

type SearchSelectProps<V extends string> = Omit<SearchSelectFieldProps<V>, keyof FieldProps> & {
  label: string;
  given: FieldControl;
  /** Called with a message when what was typed is left and stands for no option; with nothing once that is over. */
  onUnmatched: (message: string | undefined) => void;
};

function SearchSelect<V extends string>(props: SearchSelectProps<V>) {
  const { label, given, options, name, value, onChange, onBlur, placeholder, autoComplete, ref } = props;
  const { emptyText = 'Nothing matches.', onUnmatched } = props;
  const { contains, startsWith } = Combobox.useFilter();
  const [query, setQuery] = useState('');
  const chosen = options.find((option) => option.value === value) ?? null;
  /** The best matches first; what was chosen stands in the field, and is no query. */
  const items =
    query === '' || query === chosen?.label
      ? options
      : options.toSorted((one, other) => rankOf(one, query, startsWith) - rankOf(other, query, startsWith));
  const highlighted = useRef<SearchSelectOption<V>>(undefined);
  const choose = (option: SearchSelectOption<V> | null) => {
    onUnmatched(undefined);
    onChange?.(option?.value ?? null);
  };
  const takeOnTab = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    const isOpen = currentTarget.getAttribute('aria-expanded') === 'true';
    if (key !== 'Tab' || !isOpen || query === '' || query === chosen?.label) return;
    const meant = highlighted.current ?? meantBy(query, options, startsWith);
    if (meant) choose(meant);
    else onUnmatched(emptyText);
  };
  return (
    <Combobox.Root<SearchSelectOption<V>>
      items={items}
      value={chosen}
      onInputValueChange={(text, { reason }) => {
        setQuery(text);
        if (reason === 'input-change') onUnmatched(undefined);
      }}
      onValueChange={choose}
      onItemHighlighted={(option, { reason }) => {
        highlighted.current = reason === 'keyboard' ? option : undefined;
      }}
      filter={(option, query) => contains(`${option.label} ${option.keywords ?? ''}`, query)}
      autoHighlight
      modal
      name={name}
      autoComplete={autoComplete}
      disabled={given.disabled}
    >
      <Combobox.InputGroup className="relative">
        <Combobox.Input
          {...given}
          // While the list is open the label itself is hidden from screen readers, as all around the list.
          aria-label={label}
          ref={ref}
          placeholder={placeholder}
          spellCheck={false}
          onBlur={onBlur}
          onKeyDown={takeOnTab}
          className="control-box h-9 pr-9 pl-3"
        />
        <Combobox.Trigger
          aria-label="Show all"
          className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-sm text-neutral-icon hover:bg-hover"
        >
          <Icon name="chevron-down" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-40 outline-none">
          <Combobox.Popup className={popupLook}>
            <Combobox.Empty>
              <p className="px-3 py-2.5 text-secondary">{emptyText}</p>
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto p-1 data-empty:p-0">
              {(option: SearchSelectOption<V>) => (
                <Combobox.Item key={option.value} value={option} className={optionLook}>
                  <span className="min-w-0 flex-1">{option.label}</span>
                  <Combobox.ItemIndicator>
                    <Icon name="check" className="text-action-icon" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

type StartsWith = (text: string, query: string) => boolean;

/** How well an option fits: by its value, by how its label begins, by how another of its words does, or not so well. */
function rankOf({ value, label, keywords = '' }: SearchSelectOption, query: string, startsWith: StartsWith): number {
  const sought = query.trim();
  if (value.toLowerCase() === sought.toLowerCase()) return 0;
  if (startsWith(label, sought)) return 1;
  return `${label} ${keywords}`.split(/[\s(-]+/).some((word) => startsWith(word, sought)) ? 2 : 3;
}

/** The option that a text stands for: by its value or label, by one of its other words, or as the only one that begins so. */
function meantBy<V extends string>(
  query: string,
  options: readonly SearchSelectOption<V>[],
  startsWith: StartsWith,
): SearchSelectOption<V> | undefined {
  const sought = query.trim().toLowerCase();
  const isSought = (text: string) => text.toLowerCase() === sought;
  const named = options.find(({ value, label }) => isSought(value) || isSought(label));
  const byKeyword = options.filter(({ keywords = '' }) => keywords.split(' ').some(isSought));
  const beginning = options.filter((option) => rankOf(option, query, startsWith) < 3);
  return named ?? (byKeyword.length === 1 ? byKeyword[0] : beginning.length === 1 ? beginning[0] : undefined);
}
