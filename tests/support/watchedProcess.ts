// A process of the product as it is, telling how much memory it has had at most: run with `--role web` or `--role worker`.
process.on('message', (question) => {
  if (question === 'peak') process.send?.({ peak: process.resourceUsage().maxRSS * 1024 });
});
process.channel?.unref(); // what ends by itself still does
await import('../../server/main.ts');
