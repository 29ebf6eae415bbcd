/** Beginning of the name under which the history of a thread's events is kept. */
export const EVENTS_OF = 'events of ';
