import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { blankCard, block, cardDay, driverCardFile } from '../../testing/data/driver-card.ts'
import { type CardDay, type Change, cardDaysOf, modes } from './activities.rules.ts'
import { parts } from './blocks.rules.ts'
import { type DriverCard, readDriverCard } from './rules.ts'

const week = ['2026-11-23', '2026-11-24', '2026-11-25'].map((date) =>
  cardDay(date, '00:00 REST', '06:00 WORK', '06:15 DRIVING', '10:30 REST', '11:15 DRIVING', '15:00 WORK', '15:30 OUT'),
)
const ferry = [
  { at: '2026-11-23T20:10:00Z', kind: 'BEGIN' as const },
  { at: '2026-11-24T05:40:00Z', kind: 'END' as const },
]
const whole = blankCard({ days: week, crossings: ferry })
const newer: DriverCard = { ...whole, generation: 2 }

/** Message with which the reader rejects a file. */
function rejectionOf(bytes: Uint8Array): string {
  try {
    readDriverCard(bytes)
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
  return 'was read'
}

describe('TACHO-1: a download of a driver card', () => {
  test('of either generation has its holder and days, and parts without relevance are skipped', () => {
    expect(readDriverCard(driverCardFile(whole))).toEqual(whole)
    expect(readDriverCard(driverCardFile(newer))).toEqual(newer)
  })

  test('has names in the code page given by the card', () => {
    const holder = { ...whole.holder, surname: 'Łukasz'.replace('Ł', '\u00a3') }
    const file = driverCardFile({ ...whole, holder })
    file[file.indexOf('\u00a3ukasz', 'latin1') - 1] = 2
    expect(readDriverCard(file).holder.surname).toBe('Łukasz')
  })

  test('has null for absent values', () => {
    const bare = blankCard({ days: week, card: { ...whole.card, nation: null, issuedAt: null } })
    expect(readDriverCard(driverCardFile(bare))).toMatchObject({ card: { nation: null, issuedAt: null } })
  })
})

test('TACHO-2: with both generations uses the second, with the days that only the first has', () => {
  const older = driverCardFile({ ...whole, days: [week[0]!, cardDay('2026-11-24', '00:00 REST')] })
  const later = driverCardFile({ ...newer, days: week.slice(1) })
  const read = readDriverCard(Buffer.concat([older, later]))
  expect(read).toEqual({ ...newer, days: week })
})

test('TACHO-13: with crossings in both generations reads them once, in order of time', () => {
  const [begin, end] = ferry
  const older = driverCardFile({ ...whole, crossings: [begin!] })
  const later = driverCardFile({ ...newer, crossings: [end!, begin!] })
  expect(readDriverCard(Buffer.concat([older, later])).crossings).toEqual(ferry)
})

describe('TACHO-3: the days of a card', () => {
  const change: fc.Arbitrary<Change> = fc
    .record({
      minute: fc.integer({ min: 0, max: 1439 }),
      mode: fc.constantFrom(...modes),
      isCoDriver: fc.boolean(),
      bit: fc.boolean(),
      isInserted: fc.boolean(),
    })
    .map(({ bit, isInserted, ...rest }) => ({
      ...rest,
      isInserted,
      isCrew: bit && isInserted,
      isKnown: bit || isInserted,
    }))
  const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
  const days: fc.Arbitrary<CardDay[]> = fc
    .array(
      fc.record({
        presence: fc.integer({ min: 0, max: 9999 }),
        kilometres: fc.integer({ min: 0, max: 2000 }),
        changes: fc
          .array(change, { minLength: 1, maxLength: 12 })
          .map((all) => all.toSorted((one, other) => one.minute - other.minute)),
      }),
      { minLength: 1, maxLength: 40 },
    )
    .map((all) => all.map((day, index) => ({ date: dayAt(index), ...day })))

  test('written into a ring buffer of any size are read back: the newest days that fit', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 36, max: 600 }), fc.nat(600), (all, bufferBytes, beginAt) => {
        const read = readDriverCard(driverCardFile(blankCard({ days: all }), { bufferBytes, beginAt }))
        const lengths = all.map((day) => 12 + 2 * day.changes.length)
        let [room, from] = [bufferBytes, all.length]
        while (from > 0 && lengths[from - 1]! <= room) room -= lengths[--from]!
        expect(read.days).toEqual(all.slice(from))
        expect(read.isWhole).toBe(true)
      }),
    )
  })

  test('with pointers that lead in a circle, outside or nowhere end there', () => {
    const buffer = (...records: number[][]) => Buffer.from(records.flat())
    const record = (before: number, length: number, day: number) => {
      const head = Buffer.alloc(length)
      head.writeUInt16BE(before, 0)
      head.writeUInt16BE(length, 2)
      head.writeUInt32BE(day * 86_400, 4)
      return [...head]
    }
    const read = (oldest: number, newest: number, bytes: Buffer) => {
      const pointers = Buffer.alloc(4)
      pointers.writeUInt16BE(oldest, 0)
      pointers.writeUInt16BE(newest, 2)
      const { days, isWhole } = cardDaysOf(Buffer.concat([pointers, bytes]))
      return [days.length, isWhole]
    }
    // Each record names itself as its predecessor; the dates do not decrease.
    expect(read(20, 0, buffer(record(14, 14, 20_000)))).toEqual([1, false])
    expect(read(0, 14, buffer(record(0, 14, 20_000), record(14, 14, 20_001)))).toEqual([2, true])
    expect(read(0, 14, buffer(record(0, 14, 20_001), record(14, 14, 20_001)))).toEqual([1, false])
    expect(read(0, 14, buffer(record(0, 14, 20_000), record(60_000, 14, 20_001)))).toEqual([1, false])
    expect(read(0, 60_000, buffer(record(0, 14, 20_000)))).toEqual([0, false])
    expect(read(0, 0, Buffer.alloc(0))).toEqual([0, false])
    expect(read(0, 0, Buffer.alloc(100))).toEqual([0, true])
  })
})

describe('TACHO-4: unreadable files are refused with an explanation', () => {
  const file = driverCardFile(whole)

  test.for([
    ['nothing', Buffer.alloc(0), /^This is not the download of a driver card or of a vehicle unit/],
    ['a text', Buffer.from('Datum;Fahrer;Lenkzeit\r\n'), /^This is not the download of a driver card/],
    ['too much', Buffer.alloc(2_000_000), /^This is not the download of a driver card/],
    ['half a card', file.subarray(0, file.length / 2), /^This is not the download of a driver card/],
    ['an overview of a vehicle unit', Buffer.from('7601aabbcc', 'hex'), /^This is not the download of a driver card/],
    ['activities of a vehicle unit', Buffer.from('7622aabbcc', 'hex'), /^This is not the download of a driver card/],
    ['a vehicle unit of version 2', Buffer.from('7631aabbcc', 'hex'), /^This is not the download of a driver card/],
    [
      'a company card',
      block(parts.application, 1, Buffer.from([4, ...Buffer.alloc(9)])),
      /^This is the download of a company/,
    ],
    ['parts that are cut short', block(parts.identification, 1, Buffer.alloc(20)), /is not complete/],
    ['a card without days', driverCardFile(blankCard()), /^The download holds no activities/],
  ] as const)('%s', ([, bytes, sentence]) => {
    expect(rejectionOf(bytes)).toMatch(sentence)
  })

  test('a file with any damage is either read or refused', () => {
    const files = [file, driverCardFile(newer, { bufferBytes: 100 }), Buffer.concat([file, driverCardFile(newer)])]
    const damage = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(
        ...([
          fc.constantFrom(...files),
          fc.array(damage, { minLength: 1, maxLength: 30 }),
          fc.option(fc.nat()),
        ] as const),
        (given, all, cut) => {
          const bytes = Buffer.from(cut === null ? given : given.subarray(0, cut % given.length))
          for (const { at, byte } of all) if (bytes.length > 0) bytes[at % bytes.length] = byte
          expect(rejectionOf(bytes)).toEqual(expect.any(String))
        },
      ),
      { numRuns: 1_000 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => rejectionOf(bytes).length > 0))
  })
})
