// A process of the product with a report of its peak memory: run with `--role web` or `--role worker`.
process.on('message', (question) => {
  if (question === 'peak') process.send?.({ peak: process.resourceUsage().maxRSS * 1024 });
});
process.channel?.unref(); // must not keep the process alive
await import('../../server/main.ts');
