import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { zoneClock } from './clocks.ts'
import { mostTimes, occurrencesOf } from './occurrences.ts'
import { readIcs } from './read.ts'
import { reasonOfEvent } from './reason-of-event.ts'
import { type RawRule, repeatDays, repeatOf } from './repeats.ts'

const home = zoneClock('Europe/Brussels')!
const now = Date.parse('2026-11-22T08:00:00Z')

const fileOf = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:one@test', ...lines, 'END:VEVENT']

function read(lines: readonly string[]) {
  const { events, faulty } = readIcs(fileOf(lines))
  return { events, faulty, first: events[0] && occurrencesOf(events[0], home, now) }
}

/** Start and end of the occurrences. */
function times(lines: readonly string[]): string[] {
  const first = read(lines).first!
  return first.times.filter((one) => !one.is_cancelled).map((one) => `${one.start_time} ${one.end_time}`)
}

const outlookZone = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

describe('files as programs write them', () => {
  test('Outlook: its own time zone, folded lines, escaped text and an attendee in quotes', () => {
    const { events, first } = read([
      'METHOD:PUBLISH',
      ...outlookZone,
      ...eventOf(
        'CLASS:PUBLIC',
        'SUMMARY;LANGUAGE=nl-be:Verlof\\, Ann\\; zie mail van',
        '  maandag',
        'DESCRIPTION:Eerste regel\\nTweede regel',
        'ATTENDEE;CN="Peeters, Ann";RSVP=TRUE;PARTSTAT=ACCEPTED:mailto:ann.peeters@haulier.ex',
        ' ample',
        'ATTENDEE;CN=Bob;PARTSTAT=DECLINED:mailto:bob@haulier.example',
        'DTSTART;TZID="W. Europe Standard Time":20270701T080000',
        'DTEND;TZID="W. Europe Standard Time":20270701T170000',
        'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
        'SEQUENCE:0',
      ),
    ])
    expect(events[0]).toMatchObject({
      title: 'Verlof, Ann; zie mail van maandag',
      remark: 'Eerste regel\nTweede regel',
      addresses: ['ann.peeters@haulier.example'],
      names: ['Peeters, Ann'],
    })
    expect(first).toEqual({
      isCut: false,
      times: [
        {
          external_id: 'one@test',
          start_time: '2027-07-01T06:00:00Z',
          end_time: '2027-07-01T15:00:00Z',
          is_cancelled: false,
        },
      ],
    })
  })

  test('Google: whole days, the name of the calendar, a rule with an excluded date and a moved one', () => {
    const lines = [
      'X-WR-CALNAME:Ann Peeters',
      'X-WR-TIMEZONE:Europe/Brussels',
      ...eventOf(
        'DTSTART;TZID=Europe/Brussels:20261124T080000',
        'DTEND;TZID=Europe/Brussels:20261124T120000',
        'RRULE:FREQ=WEEKLY;UNTIL=20261215T225959Z;BYDAY=TU',
        'EXDATE;TZID=Europe/Brussels:20261201T080000',
        'SUMMARY:Opleiding',
      ),
      ...eventOf(
        'RECURRENCE-ID;TZID=Europe/Brussels:20261208T080000',
        'DTSTART;TZID=Europe/Brussels:20261209T090000',
        'DTEND;TZID=Europe/Brussels:20261209T120000',
        'SUMMARY:Opleiding',
      ),
    ]
    expect(readIcs(fileOf(lines)).name).toBe('Ann Peeters')
    expect(read(lines).events).toHaveLength(1)
    expect(times(lines)).toEqual([
      '2026-11-24T07:00:00Z 2026-11-24T11:00:00Z',
      '2026-12-09T08:00:00Z 2026-12-09T11:00:00Z',
      '2026-12-15T07:00:00Z 2026-12-15T11:00:00Z',
    ])
    const keys = read(lines).first!.times.map((one) => [one.external_id, one.is_cancelled])
    // A moved occurrence keeps its key. A cancelled one is listed, because it may already be stored.
    expect(keys[1]).toEqual(['one@test/2026-12-01', true])
    expect(keys[2]).toEqual(['one@test/2026-12-08', false])
  })

  test('Apple: days without a time of day are in the time zone of the organisation, and the last day is excluded', () => {
    const lines = ['CALSCALE:GREGORIAN', ...eventOf('DTSTART;VALUE=DATE:20261221', 'DTEND;VALUE=DATE:20270102')]
    expect(times(lines)).toEqual(['2026-12-20T23:00:00Z 2027-01-01T23:00:00Z'])
  })

  test('times without a zone are in the time zone of the organisation, times in UTC are unchanged', () => {
    expect(times(eventOf('DTSTART:20261224T080000', 'DURATION:PT4H'))).toEqual([
      '2026-12-24T07:00:00Z 2026-12-24T11:00:00Z',
    ])
    expect(times(eventOf('DTSTART:20261224T080000Z', 'DTEND:20261224T090000Z'))).toEqual([
      '2026-12-24T08:00:00Z 2026-12-24T09:00:00Z',
    ])
  })

  test.each([
    ['DTSTART;VALUE=DATE:20261224'],
    ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261224'],
    ['DTSTART:20261224', 'DURATION:P1D'],
  ])('a day without an end, or one that ends as it begins, is that day: %s %s', (...lines) => {
    expect(times(eventOf(...(lines as string[])))).toEqual(['2026-12-23T23:00:00Z 2026-12-24T23:00:00Z'])
  })

  test('line feeds alone and a byte order mark are accepted, and two calendars in one file are both read', () => {
    const one = fileOf(eventOf('DTSTART:20261224T080000Z')).replaceAll('\r\n', '\n')
    const other = one.replace('one@test', 'two@test')
    expect(readIcs(`\u{feff}${one}${other}`).events.map(({ uid }) => uid)).toEqual(['one@test', 'two@test'])
  })

  test('of two versions of an event the later one counts', () => {
    const version = (sequence: number, day: number) =>
      eventOf(`SEQUENCE:${sequence}`, `DTSTART;VALUE=DATE:202612${day}`)
    expect(times([...version(2, 24), ...version(1, 22)])).toEqual(['2026-12-23T23:00:00Z 2026-12-24T23:00:00Z'])
  })

  test.each(['', 'hello', 'resource,from,until', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])(
    'a file that is not a calendar is refused: %s',
    (text) => {
      expect(() => readIcs(text)).toThrow()
    },
  )
})

describe('cancelled events', () => {
  test.each([
    ['by its state', eventOf('DTSTART:20261224T080000Z', 'STATUS:CANCELLED')],
    ['with the whole file', ['METHOD:CANCEL', ...eventOf('DTSTART:20261224T080000Z')]],
  ])('%s', (_, lines) => {
    expect(read(lines).first!.times).toMatchObject([{ external_id: 'one@test', is_cancelled: true }])
  })

  test('one occurrence of many, by its own state or by an excluded date', () => {
    const rule = eventOf(
      'DTSTART:20261224T080000Z',
      'DTEND:20261224T090000Z',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;VALUE=DATE:20261225',
    )
    const off = eventOf('RECURRENCE-ID:20261226T080000Z', 'DTSTART:20261226T080000Z', 'STATUS:CANCELLED')
    expect(times([...rule, ...off])).toEqual([
      '2026-12-24T08:00:00Z 2026-12-24T09:00:00Z',
      '2026-12-27T08:00:00Z 2026-12-27T09:00:00Z',
    ])
  })
})

describe('recurring events', () => {
  test('keep their time of day over clock changes, also in a zone that only the file defines', () => {
    const rule = (zone: string) =>
      eventOf(`DTSTART;TZID=${zone}:20270325T220000`, `DTEND;TZID=${zone}:20270326T060000`, 'RRULE:FREQ=DAILY;COUNT=4')
    const expected = [
      '2027-03-25T21:00:00Z 2027-03-26T05:00:00Z',
      '2027-03-26T21:00:00Z 2027-03-27T05:00:00Z',
      '2027-03-27T21:00:00Z 2027-03-28T04:00:00Z',
      '2027-03-28T20:00:00Z 2027-03-29T04:00:00Z',
    ]
    expect(times(rule('Europe/Brussels'))).toEqual(expected)
    expect(times([...outlookZone, ...rule('W. Europe Standard Time')])).toEqual(expected)
  })

  test('without end are followed for two years, and 500 occurrences, and show this', () => {
    const weekly = read(eventOf('DTSTART:20200106T080000Z', 'RRULE:FREQ=WEEKLY')).first!
    expect(weekly.isCut).toBe(true)
    expect(weekly.times[0]!.start_time).toBe('2026-10-26T08:00:00Z')
    expect(weekly.times.at(-1)!.start_time).toBe('2028-11-20T08:00:00Z')
    const daily = read(eventOf('DTSTART:20261124T080000Z', 'RRULE:FREQ=DAILY')).first!
    expect(daily).toMatchObject({ isCut: true, times: { length: mostTimes } })
    expect(read(eventOf('DTSTART:20261124T080000Z', 'RRULE:FREQ=DAILY;COUNT=500')).first).toMatchObject({
      isCut: false,
      times: { length: 500 },
    })
  })

  test('that ended more than a month ago are left out', () => {
    expect(times(eventOf('DTSTART:20261001T080000Z', 'DTEND:20261001T090000Z'))).toEqual([])
    expect(times(eventOf('DTSTART:20261101T080000Z', 'DTEND:20261101T090000Z'))).toHaveLength(1)
  })

  test.each([
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', '20270101', ['2027-01-01', '2027-02-01', '2027-03-01']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '20270129', ['2027-01-29', '2027-02-26', '2027-03-26']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '20270131', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['FREQ=MONTHLY', '20270131', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['FREQ=YEARLY', '20261226', ['2026-12-26', '2027-12-26']],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,SA', '20270103', ['2027-01-03', '2027-01-09', '2027-01-17']],
  ])('%s', (rule, start, days) => {
    const { first } = read(eventOf(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`))
    expect(first!.times.slice(0, days.length).map(({ external_id }) => external_id.slice(-10))).toEqual(days)
  })

  test('have the same days and weeks as in another implementation', () => {
    const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
    const rules = fc.record({
      freq: fc.constantFrom('DAILY', 'WEEKLY'),
      interval: fc.integer({ min: 1, max: 5 }),
      days: fc.subarray(weekdays),
      start: fc.integer({ min: 20_000, max: 21_500 }),
    })
    fc.assert(
      fc.property(rules, ({ freq, interval, days, start }) => {
        const byDay = days.length > 0 ? `;BYDAY=${days.join(',')}` : ''
        const rule = ICAL.Recur.fromString(`FREQ=${freq};INTERVAL=${interval}${byDay}`)
        const repeat = repeatOf(rule as unknown as RawRule)!
        // The first one also counts if the rule does not match it, as RFC 5545 requires.
        const mine = [...repeatDays(repeat, start, start + 400)].slice(1, 12)
        const theirs: number[] = []
        const iterator = rule.iterator(
          ICAL.Time.fromDateString(new Date(start * 86_400_000).toISOString().slice(0, 10)),
        )
        while (theirs.length < 12) theirs.push(Date.parse(`${iterator.next()}`) / 86_400_000)
        expect(mine.every((day) => theirs.includes(day))).toBe(true)
        expect(theirs.filter((day) => day > start && day <= mine.at(-1)!)).toEqual(mine)
      }),
      { numRuns: 60 },
    )
  })
})

test('read twice, also two weeks later, have the same keys and times where both overlap', () => {
  const events = fc.record({
    day: fc.integer({ min: 20_760, max: 21_000 }),
    rule: fc.constantFrom('', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY;INTERVAL=2', 'RRULE:FREQ=DAILY;COUNT=30'),
    zone: fc.constantFrom(':', ';TZID=Europe/Lisbon:', ';TZID=America/New_York:'),
    hours: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(events, ({ day, rule, zone, hours }) => {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
      const text = fileOf(eventOf(`DTSTART${zone}${date}T080000`, `DURATION:PT${hours}H`, ...(rule ? [rule] : [])))
      const at = (instant: number) => occurrencesOf(readIcs(text).events[0]!, home, instant).times
      const first = at(now)
      expect(at(now)).toEqual(first)
      expect(new Set(first.map(({ external_id }) => external_id)).size).toBe(first.length)
      const later = new Map(at(now + 14 * 86_400_000).map((one) => [one.external_id, one]))
      for (const one of first) if (later.has(one.external_id)) expect(later.get(one.external_id)).toEqual(one)
    }),
    { numRuns: 100 },
  )
})

test.each([
  [['DTSTART:soon'], 'start'],
  [['SUMMARY:no time'], 'start'],
  [['DTSTART:20261224T080000Z', 'DTEND:20261223T080000Z'], 'end'],
  [['DTSTART;TZID=Moon/Base:20261224T080000'], 'zone'],
  [['DTSTART:20261224T080000Z', 'RRULE:FREQ=HOURLY'], 'repeat'],
  [['DTSTART:20261224T080000Z', 'RRULE:FREQ=DAILY;BYDAY=1MO'], 'repeat'],
])('%s: an unreadable event has a reason, and the others are read', (lines, fault) => {
  const { events, faulty } = read([...eventOf(...lines), ...eventOf('DTSTART:20261224T080000Z')])
  expect(faulty).toMatchObject([{ line: 1, fault }])
  expect(events).toMatchObject([{ line: 2 }])
})

test.each([
  [['Verlof Ann'], 'DRIVER', 'DRIVER_HOLIDAY'],
  [['Ann', 'Krankheit'], 'DRIVER', 'DRIVER_SICKNESS'],
  [['Bank holiday'], 'DRIVER', 'DRIVER_PUBLIC_HOLIDAY'],
  [['Bank holiday'], 'SUBCONTRACTOR', 'SUBCONTRACTOR_HOLIDAY'],
  [['TÜV 1-ABC-234'], 'TRACTOR', 'VEHICLE_MOT_TEST'],
  [['Verlof'], 'VAN', 'VEHICLE_OTHER'],
  [['Meeting'], 'DRIVER', 'DRIVER_OTHER'],
])('%s of a %s is %s', (labels, type, reason) => {
  expect(reasonOfEvent(labels, type)).toBe(reason)
})
