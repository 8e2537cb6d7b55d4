// Runs before the first paint. It is a separate file because the content security policy allows no inline script.
(function () {
  var key = 'SI:THEME';

  function fromStorage(storage) {
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

  var chosen = fromStorage('localStorage') || fromStorage('sessionStorage') || fromCookie();
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : fromSystem();

  // Pages other than the login page need more chunks, which the entry chunk would request only once it runs.
  function preloadChunks(name) {
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
  if (['/', '/login', '/signup'].indexOf(path) < 0) preloadChunks('preload-portal');
  if (path === '/workspaces') preloadChunks('preload-workspaces');

  // zod must not compile code from strings: the content security policy forbids it and reports each attempt.
  globalThis.__zod_globalConfig = { jitless: true };
})();
