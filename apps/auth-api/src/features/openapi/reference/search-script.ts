/**
 * Filters the table of contents by what the sections say. The page works without it: then the search is not shown. `/` puts the cursor into
 * the field, and Enter opens the first result.
 */
export const searchScript = `
const area = document.querySelector('.find'), field = area.querySelector('input'), status = area.querySelector('p');
const sections = [...document.querySelectorAll('nav li')].map((item) => {
  const link = item.querySelector('a'), heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  let text = '';
  for (let part = heading; part && (part === heading || !/^H[2-4]$/.test(part.tagName)); part = part.nextElementSibling) text += ' ' + part.textContent;
  const title = (link.textContent + ' ' + heading.textContent).toLowerCase();
  return { item, link, title, isGroup: item.className === 'depth-2', text: title + text.toLowerCase() };
});
let found = [];
function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  found = sections.filter(({ text }) => words.every((word) => text.includes(word)));
  const inTitle = ({ title }) => words.every((word) => title.includes(word));
  let group;
  for (const section of sections) {
    if (section.isGroup) group = section;
    section.item.hidden = !found.includes(section);
    if (!section.item.hidden && group) group.item.hidden = false;
  }
  found.sort((one, other) => inTitle(other) - inTitle(one));
  status.textContent = words.length === 0 ? '' : found.length === 0 ? 'No section has these words' : found.length + (found.length === 1 ? ' section' : ' sections');
}
field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && field.value.trim() !== '' && found[0]) found[0].link.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && event.target !== field) {
    event.preventDefault();
    field.focus();
  }
});
area.hidden = false;
search();
`;
