// What the gateway asks and tells of calls: the rules and rows are those of the area `calls`.
import type {
  callAnswered,
  callEnded,
  keepRecording,
  moreMinutes,
  placeCall,
  receiveCall,
  ringColleague,
  setRecording,
} from '#areas/voice/calls/calls.service.ts';

export type { Placed, Ring } from '#areas/voice/calls/calls.service.ts';

export interface CallBook {
  placeCall: typeof placeCall;
  receiveCall: typeof receiveCall;
  ringColleague: typeof ringColleague;
  callAnswered: typeof callAnswered;
  callEnded: typeof callEnded;
  setRecording: typeof setRecording;
  keepRecording: typeof keepRecording;
  moreMinutes: typeof moreMinutes;
}
