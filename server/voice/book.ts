// The gateway's questions and reports about calls: the area `calls` has the rules and the rows.
import type {
  askColleague,
  callAnswered,
  callEnded,
  callPassedOn,
  changeWatch,
  keepRecording,
  leaveMessage,
  moreMinutes,
  offerWaiting,
  phoneChanged,
  placeCall,
  receiveCall,
  ringColleague,
  setRecording,
  waitEnded,
  watchCall,
  watchEnded,
} from '#areas/voice/calls/calls.service.ts';

export type { Placed, Received, Ring, Waiting } from '#areas/voice/calls/calls.service.ts';

export interface CallBook {
  placeCall: typeof placeCall;
  receiveCall: typeof receiveCall;
  ringColleague: typeof ringColleague;
  askColleague: typeof askColleague;
  callPassedOn: typeof callPassedOn;
  callAnswered: typeof callAnswered;
  callEnded: typeof callEnded;
  setRecording: typeof setRecording;
  keepRecording: typeof keepRecording;
  moreMinutes: typeof moreMinutes;
  offerWaiting: typeof offerWaiting;
  leaveMessage: typeof leaveMessage;
  waitEnded: typeof waitEnded;
  watchCall: typeof watchCall;
  changeWatch: typeof changeWatch;
  watchEnded: typeof watchEnded;
  phoneChanged: typeof phoneChanged;
}
