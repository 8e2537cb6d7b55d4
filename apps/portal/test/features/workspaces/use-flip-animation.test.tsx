import { jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { useFlipAnimation } from '../../../src/features/workspaces/use-flip-animation.ts';

let listWidth = 1000;
const animated: (string | undefined)[] = [];

const indexOf = (element: Element) => [...(element.parentElement?.children ?? [])].indexOf(element);

// jsdom has no layout: the items are below each other.
beforeEach(() => {
  listWidth = 1000;
  animated.length = 0;
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => listWidth);
  jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'LI' ? indexOf(this) * (listWidth > 500 ? 50 : 100) : 0;
  });
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 100, 40));
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  Element.prototype.animate = function (this: HTMLElement) {
    animated.push(this.dataset['id']);
    return {} as Animation;
  };
});

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'animate');
  Reflect.deleteProperty(window, 'matchMedia');
});

function List({ ids, layout }: { ids: string[]; layout: string }) {
  return (
    <ul ref={useFlipAnimation(ids, layout)}>
      {ids.map((id) => (
        <li key={id} data-id={id} />
      ))}
    </ul>
  );
}

function show(first: string) {
  const list = (text: string, layout: string) => <List ids={text.split('')} layout={layout} />;
  const { rerender } = render(list(first, 'cards'));
  return (text: string, layout = 'cards') => {
    animated.length = 0;
    rerender(list(text, layout));
    return animated.join('');
  };
}

test.each([
  ['moves to the start', 'abcd', 'cabd', 'cab'],
  ['moves to the end', 'abcd', 'acdb', 'cdb'],
  ['joins', 'abcd', 'abxcd', 'cd'],
  ['leaves', 'abcd', 'bcd', 'bcd'],
])('one item that %s and the items that make room are animated', (_case, before, after, expected) => {
  expect(show(before)(after)).toBe(expected);
});

test('nothing is animated in another order or after a filter', () => {
  const change = show('abcd');
  expect(change('dcba')).toBe('');
  expect(change('da')).toBe('');
});

test('nothing is animated in another layout, and the next move starts at the positions of that layout', () => {
  const change = show('abcd');
  expect(change('bacd', 'rows')).toBe('');
  expect(change('abcd', 'rows')).toBe('ab');
});

test('items that only moved because the window has another width are not animated', () => {
  const change = show('abcd');
  listWidth = 400;
  expect(change('bacd')).toBe('');
  expect(change('abcd')).toBe('ab');
});
