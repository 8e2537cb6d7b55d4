export type TextKind = 'text' | 'email' | 'url' | 'tel' | 'date' | 'password' | 'textarea' | 'time-string';
export type NumberKind = 'number' | 'integer' | 'decimal' | 'money' | 'percent';
export type ChoiceKind = 'checkbox' | 'radio' | 'multi-checkbox' | 'dropdown';
export type FieldKind = TextKind | NumberKind | ChoiceKind;

export const numberSteps: Readonly<Record<NumberKind, number>> = {
  number: 1,
  integer: 1,
  decimal: 0.01,
  money: 0.01,
  percent: 0.01,
};
