// What the phone's gateway tells of calls. Each takes its own transaction: the gateway has none.
export { callAnswered, callEnded, keepRecording, moreMinutes, setRecording } from './calls.end.ts';
export { type PlaceAsked, type Placed, placeCall } from './calls.place.ts';
export { type Received, receiveCall } from './calls.receive.ts';
export { type Ring, ringColleague } from './calls.rings.ts';
export { listWaiting, listWatchers, type Watcher } from './calls.centre.ts';
