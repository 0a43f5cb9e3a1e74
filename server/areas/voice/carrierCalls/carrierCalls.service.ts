// Calls over a carrier: what orders to a running call do.
export { obeyOrder } from './carrierCalls.obey.ts';
