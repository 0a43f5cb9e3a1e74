// Runs before everything else, as a file of its own: the page's CSP allows no inline script.
// The colours last used in this browser, so that a dark screen never flashes white.
document.documentElement.dataset.mantineColorScheme = localStorage.getItem('steward.background') === 'dark' ? 'dark' : 'light';
