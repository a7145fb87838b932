import { recordsOf } from './fields.rules.ts'

/** Driver's entry that the vehicle boards or leaves a ferry or train. Instants are ISO 8601. */
export interface CrossingMark {
  at: string
  kind: 'BEGIN' | 'END'
}

const kinds: Readonly<Record<number, CrossingMark['kind']>> = { 3: 'BEGIN', 4: 'END' }

const recordLength = 5
/** Length of the second generation's pointer to the newest record. */
const pointerLength = 2

/**
 * EF Specific_Conditions: an instant and a condition each (annex 1C, appendix 1, 2.154); unused entries have no
 * instant. Only the first generation has crossings without an end.
 * @returns marks in chronological order
 * @throws CutOff
 */
export function crossingMarksOf(bytes: Uint8Array): CrossingMark[] {
  const records = bytes.length % recordLength === pointerLength ? bytes.subarray(pointerLength) : bytes
  const whole = records.subarray(0, records.length - (records.length % recordLength))
  return recordsOf(whole, recordLength, (fields) => ({ at: fields.instant(), kind: kinds[fields.number(1)] }))
    .flatMap(({ at, kind }) => (at !== null && kind !== undefined ? [{ at, kind }] : []))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
}
