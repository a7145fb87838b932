import { labelsOf } from '../../languages/labels.ts'

/** Labels of trip sheets and day lists that other papers do not have. */
export interface SheetLabels {
  tripSheet: string
  dayList: string
  stops: string
  begin: string
  end: string
  route: string
  distance: string
  planned: string
  requested: string
  contact: string
  directions: string
  instructions: string
  /** Of the trip as a whole. */
  tripNote: string
  withoutGoods: string
  arrival: string
  departure: string
  packages: string
  signature: string
  /** Said of a stop that is completed. */
  completed: string
  ferry: string
  train: string
  boardFerry: string
  leaveFerry: string
  boardTrain: string
  leaveTrain: string
  /** Before the time when a ferry or train leaves. */
  departs: string
  cabin: string
  bunk: string
}

/** The labels of trip sheets in a language. */
export const sheetLabels = labelsOf<SheetLabels>('trip_sheet', {
  tripSheet: 'Trip sheet',
  dayList: 'Day list',
  stops: 'Stops',
  begin: 'Start',
  end: 'End',
  route: 'Route',
  distance: 'Distance',
  planned: 'Planned',
  requested: 'Requested',
  contact: 'Contact',
  directions: 'Directions',
  instructions: 'Instructions',
  tripNote: 'Note for the trip',
  withoutGoods: 'Stop without goods',
  arrival: 'Arrival',
  departure: 'Departure',
  packages: 'Packages',
  signature: 'Name and signature',
  completed: 'completed',
  ferry: 'Ferry',
  train: 'Train',
  boardFerry: 'Board ferry',
  leaveFerry: 'Leave ferry',
  boardTrain: 'Board train',
  leaveTrain: 'Leave train',
  departs: 'departs',
  cabin: 'cabin',
  bunk: 'bunk',
})
