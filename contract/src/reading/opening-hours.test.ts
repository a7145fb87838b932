import { expect, test } from 'vitest'
import { openingHoursText, withOpeningHours } from './opening-hours.ts'

test('opening hours within the notes of a place are in the language of the reader', () => {
  const notes = 'Gate 4. Mo is busy\nMo-Fr 08:00-12:00,13:00-17:00; Sa off; PH off'
  expect(withOpeningHours(notes, 'de-DE')).toBe(
    'Gate 4. Mo is busy\nMo–Fr 08:00–12:00, 13:00–17:00; Sa geschlossen; Feiertage geschlossen',
  )
  expect(withOpeningHours('Mo-Fr 08:00-17:00', 'nl-NL')).toBe('ma–vr 08:00–17:00')
  expect(withOpeningHours('Mo-Fr 08:00-17:00', 'en-GB')).toBe('Mon–Fri 08:00–17:00')
  expect(withOpeningHours('24/7', 'de-DE')).toBe('24/7')
  expect(withOpeningHours('Son 2', 'de-DE')).toBe('Son 2')
})

test('opening hours alone are in the language of the reader', () => {
  expect(openingHoursText('Mo-Fr 08:00-17:00; PH off', 'fr-FR')).toBe('lun.–ven. 08:00–17:00; jours fériés fermé')
})
