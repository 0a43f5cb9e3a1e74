// What the phone's gateway tells of calls, each in its own transaction: the gateway has none. And what the board of
// the call centre shows of them.
export { listWaiting, listWatchers, type Watcher } from './calls.centre.ts';
export { askColleague, callPassedOn } from './calls.consult.ts';
export { callAnswered, callEnded, keepRecording, moreMinutes, setRecording } from './calls.end.ts';
export { atCarrier } from './calls.lost.ts';
export { phoneChanged } from './calls.phones.ts';
export { type PlaceAsked, type Placed, placeCall, type Refused } from './calls.place.ts';
export { leaveMessage, offerWaiting, type Waiting, waitEnded } from './calls.queue.ts';
export { type Received, receiveCall } from './calls.receive.ts';
export { type Ring, ringColleague } from './calls.rings.ts';
export { changeWatch, watchCall, watchEnded } from './calls.watch.ts';
