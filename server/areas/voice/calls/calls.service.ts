// The interface of calls: the gateway's reports, each in its own transaction, as the gateway has none; the
// board of the call center; and the questions of dial sessions.
export { listWaiting, listWatchers, type Watcher } from './calls.centre.ts';
export { askColleague, callPassedOn } from './calls.consult.ts';
export { callAnswered, callEnded, keepRecording, moreMinutes, setRecording } from './calls.end.ts';
export { type Called, decideOnCalls, mayOverride } from './calls.gate.ts';
export { atCarrier } from './calls.lost.ts';
export { localPresence } from './calls.officeSettings.ts';
export { phoneChanged } from './calls.phones.ts';
export { type PlaceAsked, type Placed, placeCall } from './calls.place.ts';
export { listShownNumbers, numberShown } from './calls.presence.ts';
export { ofPeople, selectCalls, theyBegan } from './calls.queries.ts';
export { leaveMessage, offerWaiting, type Waiting, waitEnded } from './calls.queue.ts';
export { findLine } from './calls.quota.ts';
export { type Received, receiveCall } from './calls.receive.ts';
export type { Refused } from './calls.refused.ts';
export { type Ring, ringColleague } from './calls.rings.ts';
export { changeWatch, watchCall, watchEnded } from './calls.watch.ts';
