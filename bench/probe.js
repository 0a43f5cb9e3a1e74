// Runs in the page before anything else and keeps what the browser measures: bench/web.ts asks for it.
// Milliseconds throughout; a layout shift is a share of the screen.
const seen = { lcp: 0, shifts: 0, interactions: new Map(), longTasks: [], pressed: 0, painted: 0 };
const watch = (type, take, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });

watch('largest-contentful-paint', ({ startTime }) => {
  seen.lcp = startTime;
});
watch('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) seen.shifts += value;
});
watch(
  'event',
  ({ interactionId: id, duration }) => id && seen.interactions.set(id, Math.max(duration, seen.interactions.get(id) ?? 0)),
  { durationThreshold: 16 },
);
watch('longtask', ({ duration }) => seen.longTasks.push(duration));

addEventListener('keydown', ({ timeStamp }) => (seen.pressed = timeStamp), true);
/** The frame with the latest change of the list's rows, once it is drawn. */
const followRows = () =>
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => (seen.painted = performance.now())))).observe(
    document.querySelector('[role="grid"]'),
    { subtree: true, childList: true, characterData: true, attributes: true },
  );

globalThis.probe = {
  /** Once nothing moves any more. `scripts`: bytes that came over the wire for what is in sight. */
  load: () => ({
    lcp: seen.lcp,
    shifts: seen.shifts,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= seen.lcp)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    requests: performance.getEntriesByType('resource').length + 1,
  }),
  followRows,
  /** From the last key to the frame with the server's rows for it: the list is busy no more and has stood still for 200 ms. */
  keyToRows: async () => {
    const grid = document.querySelector('[role="grid"]');
    const isDone = () =>
      grid.getAttribute('aria-busy') !== 'true' && seen.painted > seen.pressed && performance.now() - seen.painted > 200;
    while (!isDone()) await new Promise(requestAnimationFrame);
    return seen.painted - seen.pressed;
  },
  /** Each interaction since last asked, from the press to the next frame. Faster ones than 16 ms are not told, but `count` has them. */
  interactions: async () => {
    await drawn();
    const durations = [...seen.interactions.values()];
    seen.interactions.clear();
    return { durations, count: performance.interactionCount };
  },
  longTasks: async () => {
    await drawn();
    return seen.longTasks.splice(0);
  },
  /** Scrolls to the end of what is loaded, again and again, until so many rows were there. Answers how many there were. */
  scrollTo: async (rows) => {
    const grid = document.querySelector('[role="grid"]');
    const rowHeight = grid.querySelector('[role="row"][aria-rowindex="2"]').getBoundingClientRect().height;
    const loaded = () => grid.scrollHeight / rowHeight;
    for (let before = 0, still = 0; loaded() < rows && still < 600; still = loaded() === before ? still + 1 : 0) {
      before = loaded();
      grid.scrollTop = grid.scrollHeight;
      await new Promise(requestAnimationFrame);
    }
    return Math.floor(loaded());
  },
};

/** Entries are handed out after the frame that they end with. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))));
