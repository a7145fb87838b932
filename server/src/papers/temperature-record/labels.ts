import { labelsOf } from '../../languages/labels.ts'

/** Labels of the record of temperatures, in one language. */
export interface TemperatureLabels {
  title: string
  ordered: string
  tolerance: string
  /** With `{degrees}` and `{minutes}`. */
  accepted: string
  /** Ranges with only one limit, with `{degrees}`. */
  noEnd: { least: string; most: string }
  timeZone: string
  onBoard: string
  noExcursion: string
  nothing: string
  excursions: string
  from: string
  until: string
  minutes: string
  worst: string
  range: string
  goesOn: string
  measured: string
  /** With `{shown}` and `{all}`. */
  chosen: string
  time: string
  degrees: string
  counts: string
  readings: Readonly<Record<'INSIDE' | 'OUTSIDE' | 'DOORS_OPEN' | 'IMPOSSIBLE', string>>
}

/** Labels of the record in a language. */
export const temperatureLabels = labelsOf<TemperatureLabels>('temperature_record', {
  title: 'Temperature record',
  ordered: 'Ordered',
  tolerance: 'Accepted',
  accepted: '{degrees} outside of the range, or {minutes} min',
  noEnd: {
    least: 'from {degrees}',
    most: 'up to {degrees}',
  },
  timeZone: 'Times in',
  onBoard: 'On board',
  nothing: 'No vehicle measured on the way.',
  noExcursion: 'Never outside of the range for longer than is accepted.',
  excursions: 'Outside of the range',
  from: 'From',
  until: 'Until',
  minutes: 'Minutes',
  worst: 'Extreme',
  range: 'Range',
  goesOn: 'going on',
  measured: 'Measured values',
  chosen: '{shown} of {all} measurements, evenly chosen',
  time: 'Time',
  degrees: '°C',
  counts: 'Judged',
  readings: {
    INSIDE: 'within the range',
    OUTSIDE: 'outside of the range',
    DOORS_OPEN: 'at a stop, does not count',
    IMPOSSIBLE: 'impossible, does not count',
  },
})
