/** What makes the login pages comfortable. They work without it. */
export const loginScript = `
const input = document.querySelector('input[type=password]');
if (input) {
  const frame = document.createElement('div'), button = document.createElement('button');
  frame.className = 'secret';
  input.before(frame);
  button.type = 'button';
  button.textContent = 'Show';
  button.title = 'Show or hide the password';
  frame.append(input, button);
  if (input.autofocus) input.focus();
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide' : 'Show';
  };
  button.addEventListener('click', () => show(input.type === 'password'));
  // A password manager stores only what was typed into a password field.
  input.form.addEventListener('submit', () => show(false));
  const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];
  const rules = {
    length: (password) => password.length >= 8 && password.length <= 128,
    classes: (password) => classes.filter((pattern) => pattern.test(password)).length >= 3,
  };
  const tick = () => {
    for (const item of document.querySelectorAll('[data-rule]')) item.classList.toggle('met', rules[item.dataset.rule](input.value));
  };
  input.addEventListener('input', tick);
  tick();
}
const key = 'last-login-method';
for (const link of document.querySelectorAll('[data-method]')) {
  if (link.dataset.method === localStorage.getItem(key)) {
    const badge = document.createElement('span');
    badge.className = 'badge';
    badge.textContent = 'Last used';
    link.append(badge);
  }
  link.addEventListener('click', () => localStorage.setItem(key, link.dataset.method));
}
document.querySelector('form[action$="/login"]')?.addEventListener('submit', () => localStorage.removeItem(key));
`;
