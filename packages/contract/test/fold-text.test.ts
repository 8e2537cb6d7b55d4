import { foldText } from '../src/index.ts';

it.each([
  ['José', 'jose'],
  ['Łukasz', 'lukasz'],
  ['İstanbul', 'istanbul'],
  ['Diyarbakır', 'diyarbakir'],
  ['Nguyễn', 'nguyen'],
  ['Søren', 'soren'],
  ['李明', '李明'],
])('%s is found as %s, composed or decomposed', (name, folded) => {
  expect(foldText(name.normalize('NFC'))).toBe(folded);
  expect(foldText(name.normalize('NFD'))).toBe(folded);
});
