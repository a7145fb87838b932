/** Possible errors of an event in a calendar file. */
export type EventFault = 'start' | 'end' | 'zone' | 'repeat'
