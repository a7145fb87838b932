import type { Language } from '@cartage/contract/reading/languages'

/** Words of the record of temperatures, in one language. */
export interface TemperatureWords {
  title: string
  ordered: string
  tolerance: string
  accepted: (degrees: string, minutes: string) => string
  noEnd: { least: (degrees: string) => string; most: (degrees: string) => string }
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
  chosen: (shown: string, all: string) => string
  time: string
  degrees: string
  counts: string
  readings: Readonly<Record<'INSIDE' | 'OUTSIDE' | 'DOORS_OPEN' | 'IMPOSSIBLE', string>>
}

const dutch: TemperatureWords = {
  title: 'Temperatuurverslag',
  ordered: 'Besteld',
  tolerance: 'Toegestaan',
  accepted: (degrees, minutes) => `${degrees} buiten het bereik, of ${minutes} min.`,
  noEnd: { least: (degrees) => `vanaf ${degrees}`, most: (degrees) => `tot ${degrees}` },
  timeZone: 'Tijden in',
  onBoard: 'Aan boord',
  nothing: 'Geen voertuig heeft onderweg gemeten.',
  noExcursion: 'Nooit langer buiten het bereik dan is toegestaan.',
  excursions: 'Buiten het bereik',
  from: 'Van',
  until: 'Tot',
  minutes: 'Minuten',
  worst: 'Uiterste',
  range: 'Bereik',
  goesOn: 'duurt voort',
  measured: 'Gemeten waarden',
  chosen: (shown, all) => `${shown} van ${all} metingen, gelijkmatig gekozen`,
  time: 'Tijd',
  degrees: '°C',
  counts: 'Oordeel',
  readings: {
    INSIDE: 'binnen het bereik',
    OUTSIDE: 'buiten het bereik',
    DOORS_OPEN: 'bij een stop, telt niet',
    IMPOSSIBLE: 'onmogelijk, telt niet',
  },
}

const french: TemperatureWords = {
  title: 'Relevé des températures',
  ordered: 'Commandé',
  tolerance: 'Toléré',
  accepted: (degrees, minutes) => `${degrees} hors de la plage, ou ${minutes} min`,
  noEnd: { least: (degrees) => `à partir de ${degrees}`, most: (degrees) => `jusqu’à ${degrees}` },
  timeZone: 'Heures de',
  onBoard: 'À bord',
  nothing: 'Aucun véhicule n’a mesuré en route.',
  noExcursion: 'Jamais hors de la plage plus longtemps qu’accepté.',
  excursions: 'Hors de la plage',
  from: 'De',
  until: 'À',
  minutes: 'Minutes',
  worst: 'Extrême',
  range: 'Plage',
  goesOn: 'se poursuit',
  measured: 'Valeurs mesurées',
  chosen: (shown, all) => `${shown} mesures sur ${all}, choisies régulièrement`,
  time: 'Heure',
  degrees: '°C',
  counts: 'Appréciation',
  readings: {
    INSIDE: 'dans la plage',
    OUTSIDE: 'hors de la plage',
    DOORS_OPEN: 'à un arrêt, ne compte pas',
    IMPOSSIBLE: 'impossible, ne compte pas',
  },
}

const german: TemperatureWords = {
  title: 'Temperaturprotokoll',
  ordered: 'Bestellt',
  tolerance: 'Zulässig',
  accepted: (degrees, minutes) => `${degrees} außerhalb des Bereichs, oder ${minutes} Min.`,
  noEnd: { least: (degrees) => `ab ${degrees}`, most: (degrees) => `bis ${degrees}` },
  timeZone: 'Zeiten in',
  onBoard: 'An Bord',
  nothing: 'Kein Fahrzeug hat unterwegs gemessen.',
  noExcursion: 'Nie länger außerhalb des Bereichs als zulässig.',
  excursions: 'Außerhalb des Bereichs',
  from: 'Von',
  until: 'Bis',
  minutes: 'Minuten',
  worst: 'Extremwert',
  range: 'Bereich',
  goesOn: 'dauert an',
  measured: 'Messwerte',
  chosen: (shown, all) => `${shown} von ${all} Messungen, gleichmäßig gewählt`,
  time: 'Zeit',
  degrees: '°C',
  counts: 'Bewertung',
  readings: {
    INSIDE: 'im Bereich',
    OUTSIDE: 'außerhalb des Bereichs',
    DOORS_OPEN: 'an einem Stopp, zählt nicht',
    IMPOSSIBLE: 'unmöglich, zählt nicht',
  },
}

const english: TemperatureWords = {
  title: 'Temperature record',
  ordered: 'Ordered',
  tolerance: 'Accepted',
  accepted: (degrees, minutes) => `${degrees} outside of the range, or ${minutes} min`,
  noEnd: { least: (degrees) => `from ${degrees}`, most: (degrees) => `up to ${degrees}` },
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
  chosen: (shown, all) => `${shown} of ${all} measurements, evenly chosen`,
  time: 'Time',
  degrees: '°C',
  counts: 'Judged',
  readings: {
    INSIDE: 'within the range',
    OUTSIDE: 'outside of the range',
    DOORS_OPEN: 'at a stop, does not count',
    IMPOSSIBLE: 'impossible, does not count',
  },
}

/** The words of the record by language. */
export const temperatureWords: Readonly<Record<Language, TemperatureWords>> = {
  nl: dutch,
  fr: french,
  de: german,
  en: english,
}
