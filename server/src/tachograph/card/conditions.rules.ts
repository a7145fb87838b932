import { recordsOf } from './fields.rules.ts'

/** A driver said that the vehicle goes by ferry or train, or that it has arrived. Instants are ISO 8601. */
export interface CrossingMark {
  at: string
  kind: 'BEGIN' | 'END'
}

const kinds: Readonly<Record<number, CrossingMark['kind']>> = { 3: 'BEGIN', 4: 'END' }

const recordLength = 5
/** The second generation says first which record is the newest. */
const pointerLength = 2

/**
 * EF Specific_Conditions: an instant and a condition each (annex 1C, appendix 1, 2.154); places that were not used yet have no instant.
 * Only the first generation has crossings without an end.
 * @returns in the order of time
 * @throws CutOff
 */
export function crossingMarksOf(bytes: Uint8Array): CrossingMark[] {
  const records = bytes.length % recordLength === pointerLength ? bytes.subarray(pointerLength) : bytes
  const whole = records.subarray(0, records.length - (records.length % recordLength))
  return recordsOf(whole, recordLength, (fields) => ({ at: fields.instant(), kind: kinds[fields.number(1)] }))
    .flatMap(({ at, kind }) => (at !== null && kind !== undefined ? [{ at, kind }] : []))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
}
