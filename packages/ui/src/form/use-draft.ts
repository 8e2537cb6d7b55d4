import { useState } from 'react';

interface DraftRules<Value> {
  value: Value;
  onChange: ((value: Value) => void) | undefined;
  toText: (value: Value) => string;
  fromText: (text: string) => Value;
}

/**
 * What stands in a field while somebody types is theirs; what the form holds is always the normal form of it, so that
 * it is right at any moment it may be sent. Leaving the field shows what became of the text.
 */
export function useDraft<Value>({ value, onChange, toText, fromText }: DraftRules<Value>) {
  const [draft, setDraft] = useState<string>();
  return {
    text: draft ?? toText(value),
    type: (text: string) => {
      setDraft(text);
      onChange?.(fromText(text));
    },
    leave: () => setDraft(undefined),
  };
}
