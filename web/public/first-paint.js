// Runs before the first paint: the chosen scheme must not flash the other one, and what the first screen waits for starts.
(function () {
  function read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      // A browser without storage follows the system and speaks English.
      return null;
    }
  }

  var scheme = read('flip:color-scheme');
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The same rule as lib/language.ts; a wrong guess costs one unused file.
  var chosen = location.pathname === '/' ? document.documentElement.lang : (read('language') ?? read('lang'));
  var language = chosen === 'es' ? 'es' : 'en';
  var wanted = ['/api/config'];
  // The texts that the router names for the two screens where visits start (app/router.tsx).
  var texts = { '/': ['app', 'landing'], '/dashboard': ['app', 'sending'] }[location.pathname] ?? ['app'];
  for (var name of texts) wanted.push('/locales/' + language + '/' + name + '.json');
  if (location.pathname === '/') wanted.push('/api/fees/schedule');
  // A signed-in visitor's screen also waits for the session.
  else if (document.cookie.includes('flip_hint=1')) wanted.push('/api/me');
  for (var address of wanted) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = address;
    document.head.append(link);
  }
})();
