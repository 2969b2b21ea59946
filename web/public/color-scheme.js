// Runs before the first paint, so that a chosen scheme never flashes the other one.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('flip:color-scheme');
  } catch {
    // A browser without storage follows the system.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
