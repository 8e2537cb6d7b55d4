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

  // Schemas must not compile code from strings: the policy forbids it and would report each attempt.
  globalThis.__zod_globalConfig = { jitless: true };
})();
