import './typeface.css';

// The first import of the application: the Latin file is on its way while the rest of the script runs. Loaded beside the
// script, it would hold the first paint up by its 48 KB; the landing page is readable before that and preloads it
// (scripts/prerender.mjs).
void document.fonts.load('1em Inter');
