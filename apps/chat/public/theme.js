// Before the first paint, and as a file of its own: the page's policy allows no inline script, and a
// page that was chosen dark must not flash. The choice is written by src/app/theme/theme.ts.
try {
  const { document, localStorage } = globalThis;
  const chosen = localStorage.getItem('throughline.theme.v1');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A storage that cannot be read holds no choice: the system's theme stays.
}
