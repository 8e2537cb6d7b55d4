import { useState } from 'react';

interface DraftOptions<Value> {
  value: Value;
  onChange: ((value: Value) => void) | undefined;
  toText: (value: Value) => string;
  fromText: (text: string) => Value;
}

/**
 * Keeps the text as typed while the user edits a field, and passes its normalised value to the form on every change, so
 * the form can be submitted at any time. `reset` shows the normalised value; call it on blur.
 */
export function useFieldDraft<Value>({ value, onChange, toText, fromText }: DraftOptions<Value>) {
  const [draft, setDraft] = useState<string>();
  return {
    text: draft ?? toText(value),
    setText: (text: string) => {
      setDraft(text);
      onChange?.(fromText(text));
    },
    reset: () => setDraft(undefined),
  };
}
