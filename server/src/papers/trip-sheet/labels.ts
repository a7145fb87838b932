import { labelsOf } from '../../languages/labels.ts'

/** Labels that only trip sheets and day lists have. */
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
  /** Label of a note about the whole trip. */
  tripNote: string
  withoutGoods: string
  arrival: string
  departure: string
  packages: string
  signature: string
  /** Mark of a completed stop. */
  completed: string
  ferry: string
  train: string
  boardFerry: string
  leaveFerry: string
  boardTrain: string
  leaveTrain: string
  /** Label of the departure time of a ferry or train. */
  departs: string
  cabin: string
  bunk: string
}

/** Labels of trip sheets in a language. */
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
