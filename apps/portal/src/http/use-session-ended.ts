import { useSelector } from 'react-redux';
import { selectSessionEnded, type sessionEnd } from './session-end.ts';

type WithSessionEnd = { [sessionEnd.name]: ReturnType<typeof sessionEnd.getInitialState> };

/** Whether the session ended while the page was open. */
export const useSessionEnded = () => useSelector((state: WithSessionEnd) => selectSessionEnded(state));
