import { createRequire } from 'node:module'

/** A segment parsed by a third-party implementation. */
export interface ReadSegment {
  name: string
  elements: string[][]
}

interface Entry {
  content: string | Entry[]
  mandatory: boolean
  repetition: number
}

const require = createRequire(import.meta.url)
const { Reader, Tracker } = require('edifact') as {
  Reader: new () => { parse(text: string): ReadSegment[]; define(definitions: object): void }
  Tracker: new (table: readonly Entry[]) => { accept(segment: string): void }
}

const one = (content: string): Entry => ({ content, mandatory: true, repetition: 1 })
const some = (content: string | Entry[], repetition: number): Entry => ({ content, mandatory: false, repetition })

/** Segment table of IFTSTA in directory D.01B, limited to the groups about places, means of transport and equipment. */
const iftsta: readonly Entry[] = [
  { ...one('UNH') },
  one('BGM'),
  some('DTM', 9),
  some('TSR', 1),
  some([one('NAD'), some([one('CTA'), some('COM', 9)], 9)], 9),
  some([one('RFF'), some('DTM', 1)], 9),
  some('LOC', 9),
  some('FTX', 9),
  some('CNT', 9),
  some(
    [
      one('CNI'),
      some('LOC', 9),
      some('CNT', 9),
      {
        mandatory: true,
        repetition: 99,
        content: [
          one('STS'),
          some('RFF', 999),
          some('DTM', 9),
          some('DOC', 1),
          some('FTX', 9),
          some([one('NAD'), some([one('CTA'), some('COM', 9)], 9)], 9),
          some('LOC', 1),
          some('PCI', 99),
          some([one('TDT'), some('DTM', 9), some('RFF', 9), some([one('LOC'), some('DTM', 9)], 9)], 99),
          some([one('EQD'), some('SEL', 9), some('RFF', 9)], 99),
        ],
      },
    ],
    99_999,
  ),
  one('UNT'),
]

/**
 * Corrects definitions of the reader that differ from D.01B: it requires two components of C401 even where the whole
 * element is omitted, and does not know that LOC names a place.
 */
const corrections = {
  C401: { requires: 0, components: ['an..3', 'an..3', 'an..17'] },
  LOC: { requires: 1, elements: ['3227', 'C517', 'C519', 'C553', '5479'] },
}

/**
 * Parses an interchange, and checks the form of every element known to the reader.
 * @throws Error for an invalid one
 */
export function readEdifact(bytes: Buffer): ReadSegment[] {
  const reader = new Reader()
  reader.define(corrections)
  return reader.parse(bytes.toString('latin1'))
}

/**
 * Checks the message in an interchange against the segment table.
 * @throws Error at the first misplaced segment
 */
export function followTable(segments: readonly ReadSegment[]): void {
  const tracker = new Tracker(iftsta)
  for (const { name } of segments) if (name !== 'UNB' && name !== 'UNZ') tracker.accept(name)
}
