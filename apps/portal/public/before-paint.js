// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
(function () {
  var key = 'SI:THEME';

  function from(storage) {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  }

  function fromCookie() {
    try {
      var name = 'lS_' + encodeURIComponent(key) + '=';
      var found = document.cookie.split('; ').find(function (cookie) {
        return cookie.startsWith(name);
      });
      return found ? decodeURIComponent(found.slice(name.length)) : null;
    } catch {
      return null;
    }
  }

  function fromSystem() {
    try {
      return window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    } catch {
      return 'dark';
    }
  }

  var chosen = from('localStorage') || from('sessionStorage') || fromCookie();
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : fromSystem();

  // Where it is not the login that is shown, more code will be needed: it comes together with the first piece, which would
  // ask for it only once it runs.
  function fetchEarly(name) {
    var hint = document.querySelector('meta[name="' + name + '"]');
    if (!hint) return;
    hint.content.split(' ').forEach(function (href) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      link.crossOrigin = '';
      document.head.append(link);
    });
  }

  var path = window.location.pathname;
  if (['/', '/login', '/signup'].indexOf(path) < 0) fetchEarly('code-of-portal');
  if (path === '/workspaces') fetchEarly('code-of-workspaces');

  // Schemas must not compile code from strings: the policy forbids it and would report each attempt.
  globalThis.__zod_globalConfig = { jitless: true };
})();
