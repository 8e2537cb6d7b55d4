// Runs before the first paint. It is a separate file because the content security policy allows no inline script.
(function () {
  var themeKey = 'SI:THEME';
  var addressKey = 'SI:AUTH-API-URL';

  function fromStorage(storage, key) {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  }

  function fromCookie() {
    try {
      var name = 'lS_' + encodeURIComponent(themeKey) + '=';
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

  var chosen = fromStorage('localStorage', themeKey) || fromStorage('sessionStorage', themeKey) || fromCookie();
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

  // The first requests, sent while the code loads. `takeEarlyRequest` hands each to whoever asks for its URL first.
  var early = (window.earlyRequests = {});

  function send(url, options, requestUlid, onResponse) {
    var sentAt = Date.now();
    var response = fetch(url, options).then(onResponse);
    early[url] = { response: response, requestUlid: requestUlid, sentAt: sentAt };
    // Whoever takes the request handles its failure.
    response.catch(function () {});
  }

  function random(length, format) {
    return Array.from(crypto.getRandomValues(new Uint8Array(length)), format).join('');
  }

  function hex(byte) {
    return byte.toString(16).padStart(2, '0');
  }

  // Source: https://github.com/ulid/spec
  var digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  function digit(number) {
    return digits[number % 32];
  }
  function newUlid() {
    var time = '';
    for (var rest = Date.now(); time.length < 10; rest = Math.floor(rest / 32)) time = digit(rest) + time;
    return time + random(16, digit);
  }

  // With the headers of `buildRequest`.
  function sendCall(url) {
    var requestUlid = newUlid();
    var headers = {
      Accept: 'application/json',
      'X-SI-REQUEST-ULID': requestUlid,
      traceparent: '00-' + random(16, hex) + '-' + random(8, hex) + '-01',
    };
    send(url, { method: 'GET', credentials: 'include', headers: headers }, requestUlid);
  }

  function sendFirstCalls(authApiUrl) {
    sendCall(authApiUrl + '/whoami');
    if (path !== '/workspaces') return;
    sendCall(authApiUrl + '/workspaces?limit=500');
    sendCall(authApiUrl + '/attention');
  }

  // The address at the last visit is usually still that of the API, so that the first calls need not wait for the settings.
  // Nothing takes the responses of another address.
  var address = fromStorage('localStorage', addressKey);

  async function readAddress(response) {
    try {
      var current = (await response.clone().json()).authApiUrl;
      if (typeof current !== 'string' || current === address) return response;
      sendFirstCalls(current);
      window.localStorage.setItem(addressKey, current);
    } catch {
      // `loadSettings` reports invalid settings. Without storage, each visit waits for the settings.
    }
    return response;
  }

  send('/config.json', { credentials: 'same-origin' }, '', readAddress);
  if (address) sendFirstCalls(address);

  // zod must not compile code from strings: the content security policy forbids it and reports each attempt.
  globalThis.__zod_globalConfig = { jitless: true };
})();
