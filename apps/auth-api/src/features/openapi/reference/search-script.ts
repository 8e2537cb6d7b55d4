/**
 * Searches the sections, marks the section in view, and shows the calls of its group. The page works without it: then all calls are listed,
 * and the search is not shown. `/` puts the cursor into the field, Enter opens the best result, and the arrow keys go through the results.
 */
export const searchScript = `
const area = document.querySelector('.find'), field = area.querySelector('input'), status = area.querySelector('p'), results = area.querySelector('ul');
const wordsOf = (text) => text.toLowerCase().match(/[a-z0-9]+/g) || [];
const toc = document.querySelector('.toc');
let group;
const sections = [...toc.querySelectorAll('a')].map((link) => {
  const item = link.parentElement, heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (item.className === 'depth-2') group = link;
  let text = heading.textContent;
  for (let part = heading.nextElementSibling; part && !/^H[2-4]$/.test(part.tagName); part = part.nextElementSibling) text += ' ' + part.textContent;
  const name = link.hash.slice(1).replaceAll('-', ' ') + ' ' + heading.textContent.replace(/([a-z])(?=[A-Z])/g, '$1 ');
  return { link, item, heading, group, title: wordsOf(link.textContent), name: wordsOf(name), text: wordsOf(text) };
});
// A whole word counts more than its start, and the title more than the text.
const rankIn = (words, word, whole, start) => words.includes(word) ? whole : words.some((each) => each.startsWith(word)) ? start : 0;
const rank = ({ title, name, text }, word) => rankIn(title, word, 20, 15) || rankIn(name, word, 10, 8) || rankIn(text, word, 2, 1);
function search() {
  const words = wordsOf(field.value);
  const found = sections.map((section) => {
    const ranks = words.map((word) => rank(section, word));
    return { section, least: Math.min(...ranks), rank: ranks.reduce((sum, each) => sum + each, 0) - section.title.length / 10 };
  }).filter(({ least }) => words.length > 0 && least > 0).sort((one, other) => other.rank - one.rank);
  const inTitle = found.filter(({ least }) => least >= 8);
  const shown = (inTitle.length > 0 ? inTitle : found).slice(0, 8);
  results.replaceChildren(...shown.map(({ section: { link, group } }) => {
    const item = document.createElement('li'), copy = link.cloneNode(true);
    copy.removeAttribute('aria-current');
    if (group !== link) copy.append(Object.assign(document.createElement('small'), { textContent: group.textContent }));
    item.append(copy);
    return item;
  }));
  const isSearch = words.length > 0;
  area.classList.toggle('active', isSearch);
  document.querySelector('nav').classList.toggle('searching', isSearch);
  status.textContent = !isSearch ? '' : shown.length === 0 ? 'No matches. Try other words.' : shown.length === 1 ? '1 result' : shown.length + ' results';
}
field.addEventListener('input', search);
area.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')], at = links.indexOf(document.activeElement);
  if (event.key === 'Enter' && event.target === field && links[0]) links[0].click();
  const next = event.key === 'ArrowDown' ? links[at + 1] : event.key === 'ArrowUp' ? links[at - 1] || field : event.key === 'Escape' ? field : null;
  if (!next) return;
  if (event.key === 'Escape') { field.value = ''; search(); }
  event.preventDefault();
  next.focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && event.target !== field) {
    event.preventDefault();
    field.focus();
  }
});
// A link of the contents closes them on a phone.
const contents = document.getElementById('contents');
toc.addEventListener('click', () => { contents.checked = false; });
let current;
function markCurrent() {
  let low = 0, high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle].heading.getBoundingClientRect().top < 100) low = middle + 1; else high = middle;
  }
  const next = sections[low - 1];
  if (next === current) return;
  current?.link.removeAttribute('aria-current');
  next?.link.setAttribute('aria-current', 'true');
  if (next?.group !== current?.group) for (const { item, group } of sections) item.classList.toggle('open', group === next?.group);
  current = next;
  const box = next?.link.getBoundingClientRect();
  if (box && toc.scrollHeight > toc.clientHeight && (box.top < toc.getBoundingClientRect().top || box.bottom > innerHeight)) next.link.scrollIntoView({ block: 'nearest' });
}
let isWaiting = false;
addEventListener('scroll', () => {
  if (!isWaiting) requestAnimationFrame(() => { isWaiting = false; markCurrent(); });
  isWaiting = true;
}, { passive: true });
area.hidden = false;
markCurrent();
`;
