/** What can be wrong with an event of a calendar file. */
export type EventFault = 'start' | 'end' | 'zone' | 'repeat'
