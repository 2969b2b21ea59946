// Runs before the first paint: the chosen scheme must not flash the other one, and the texts start on their way.
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
  var language = (read('language') ?? read('lang')) === 'es' && location.pathname !== '/' ? 'es' : 'en';
  var texts = document.createElement('link');
  texts.rel = 'preload';
  texts.as = 'fetch';
  texts.crossOrigin = 'anonymous';
  texts.href = '/locales/' + language + '.json';
  document.head.append(texts);
})();
