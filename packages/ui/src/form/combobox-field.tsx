import { Combobox } from '@base-ui/react/combobox';
import {
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { Icon } from '../icon/icon.tsx';
import { autofillAttributes } from './autofill.ts';
import { splitFieldProps } from './field-props.ts';
import { FormField, type FieldControlProps, type FieldProps } from './form-field.tsx';

export interface ComboboxOption<V extends string = string> {
  value: V;
  label: string;
  /** Other names or codes that match this option. */
  keywords?: readonly string[] | undefined;
  /** Shown before the label in the list, for example an avatar. */
  picture?: ReactNode;
}

export interface ComboboxFieldProps<V extends string = string> extends FieldProps {
  options: readonly ComboboxOption<V>[];
  name?: string | undefined;
  value?: V | null | undefined;
  onChange?: ((value: V | null) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  placeholder?: string | undefined;
  /** Shown if no option matches. */
  emptyText?: string | undefined;
  autoComplete?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const popupClasses =
  'w-(--anchor-width) max-w-(--available-width) origin-(--transform-origin) rounded-lg bg-raised shadow-float ' +
  'transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

const optionClasses =
  'flex min-h-8 items-center gap-2 rounded-md py-1 pr-2.5 pl-2 outline-none select-none ' +
  'data-highlighted:bg-hover data-selected:font-medium';

/** A select with a filter, for long lists of options. */
export function ComboboxField<V extends string>(props: ComboboxFieldProps<V>) {
  const { field, control } = splitFieldProps(props);
  const [unmatchedMessage, setUnmatchedMessage] = useState<string>();
  return (
    <FormField {...field} error={unmatchedMessage ?? field.error}>
      {(inputProps) => (
        <ComboboxInput {...control} label={field.label} inputProps={inputProps} onUnmatched={setUnmatchedMessage} />
      )}
    </FormField>
  );
}

type ComboboxProps<V extends string> = Omit<ComboboxFieldProps<V>, keyof FieldProps> & {
  label: string;
  inputProps: FieldControlProps;
  /** Called with a message if the field is left with a text that matches no option, and with undefined when resolved. */
  onUnmatched: (message: string | undefined) => void;
};

function ComboboxInput<V extends string>(props: ComboboxProps<V>) {
  const { label, inputProps, options, name, value, onChange, onBlur, placeholder, autoComplete, ref } = props;
  const { emptyText = 'No matches', onUnmatched } = props;
  const { contains, startsWith } = Combobox.useFilter();
  const [query, setQuery] = useState('');
  const selected = options.find((option) => option.value === value) ?? null;
  /** The best matches first. The label of the selected option does not count as a query. */
  const items =
    query === '' || query === selected?.label
      ? options
      : options.toSorted((a, b) => rankOption(a, query, startsWith) - rankOption(b, query, startsWith));
  const highlighted = useRef<ComboboxOption<V>>(undefined);
  const select = (option: ComboboxOption<V> | null) => {
    onUnmatched(undefined);
    onChange?.(option?.value ?? null);
  };
  const selectMatch = (text: string, chosen?: ComboboxOption<V>) => {
    onUnmatched(undefined);
    if (text === '' || text === selected?.label) return;
    const match = chosen ?? findIntendedOption(text, options, startsWith);
    if (match) select(match);
    else onUnmatched(emptyText);
  };
  const hiddenInput = useRef<HTMLInputElement>(null);
  /** Browsers may fill in the hidden input, where Base UI knows only the values and labels. */
  const selectAutofilled = ({ target }: ChangeEvent<HTMLElement>) => {
    if (target === hiddenInput.current) selectMatch(hiddenInput.current.value);
  };
  const selectOnTab = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    const isOpen = currentTarget.getAttribute('aria-expanded') === 'true';
    if (key === 'Tab' && isOpen) selectMatch(query, highlighted.current);
  };
  return (
    <div className="contents" onChange={selectAutofilled}>
      <Combobox.Root<ComboboxOption<V>>
        items={items}
        inputRef={hiddenInput}
        value={selected}
        onInputValueChange={(text, { reason, event }) => {
          setQuery(text);
          if (reason !== 'input-change') return;
          onUnmatched(undefined);
          if (isFilledIn(event)) selectMatch(text);
        }}
        onValueChange={select}
        onItemHighlighted={(option, { reason }) => {
          highlighted.current = reason === 'keyboard' ? option : undefined;
        }}
        filter={(option, query) => contains([option.label, ...(option.keywords ?? [])].join(' '), query)}
        autoHighlight
        modal
        name={name}
        autoComplete={autoComplete}
        disabled={inputProps.disabled}
      >
        <Combobox.InputGroup className="relative">
          <Combobox.Input
            {...inputProps}
            {...autofillAttributes(autoComplete)}
            // While the list is open, everything around it is hidden from screen readers, including the label.
            aria-label={label}
            ref={ref}
            placeholder={placeholder}
            spellCheck={false}
            onBlur={onBlur}
            onKeyDown={selectOnTab}
            className="form-control h-9 pr-9 pl-3"
          />
          <Combobox.Trigger
            aria-label={`Show all options of ${label}`}
            className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-sm text-neutral-icon hover:bg-hover"
          >
            <Icon name="chevron-down" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-40 outline-none">
            <Combobox.Popup className={popupClasses}>
              <Combobox.Empty>
                <p className="px-3 py-2.5 text-secondary">{emptyText}</p>
              </Combobox.Empty>
              <Combobox.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto p-1 data-empty:p-0">
                {(option: ComboboxOption<V>) => (
                  <Combobox.Item key={option.value} value={option} className={optionClasses}>
                    {option.picture}
                    <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
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
    </div>
  );
}

type StartsWith = (text: string, query: string) => boolean;

/** 0: the value is equal; 1: the label starts with the query; 2: a word starts with it; 3: any other match. */
function rankOption({ value, label, keywords = [] }: ComboboxOption, query: string, startsWith: StartsWith): number {
  const term = query.trim();
  if (value.toLowerCase() === term.toLowerCase()) return 0;
  if (startsWith(label, term)) return 1;
  return [label, ...keywords]
    .join(' ')
    .split(/[\s(-]+/)
    .some((word) => startsWith(word, term))
    ? 2
    : 3;
}

/** Whether a password manager or the browser wrote the text. Typing, pasting and deleting say how they change it. */
const isFilledIn = (event: Event) =>
  event instanceof InputEvent
    ? event.inputType === '' || event.inputType === 'insertReplacementText'
    : event.type === 'input' || event.type === 'change';

/** The option with that value, label or keyword, else the only one with that word in its keywords, else the only one that starts with the text. */
function findIntendedOption<V extends string>(
  query: string,
  options: readonly ComboboxOption<V>[],
  startsWith: StartsWith,
): ComboboxOption<V> | undefined {
  const term = query.trim();
  const equalsTerm = (text: string) => startsWith(text, term) && startsWith(term, text);
  const only = (matches: readonly ComboboxOption<V>[]) => (matches.length === 1 ? matches[0] : undefined);
  return (
    options.find(({ value, label }) => equalsTerm(value) || equalsTerm(label)) ??
    only(options.filter(({ keywords = [] }) => keywords.some(equalsTerm))) ??
    only(options.filter(({ keywords = [] }) => keywords.join(' ').split(' ').some(equalsTerm))) ??
    only(options.filter((option) => rankOption(option, query, startsWith) < 3))
  );
}
