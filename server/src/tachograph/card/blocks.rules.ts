import { CutOff, fieldsOf } from './fields.rules.ts'

/** Numbers of the supported parts of a driver card (annex 1C, appendix 2, 4). */
export const parts = {
  application: 0x0501,
  activities: 0x0504,
  identification: 0x0520,
  conditions: 0x0522,
} as const

export type Part = keyof typeof parts

/** The data of the parts of one generation. */
export type Blocks = Partial<Record<Part, Uint8Array>>

/** A second-generation card holds both. */
export interface Generations {
  first: Blocks
  second: Blocks
}

const partOf: ReadonlyMap<number, Part> = new Map(Object.entries(parts).map(([part, number]) => [number, part as Part]))

/** A real card has some 40 parts with their signatures. */
const mostBlocks = 200

/**
 * The parts of a download (annex 1C, appendix 7, 3.4.2): number, kind, length and bytes, in sequence to the end. Kind 0
 * is data of the first generation and 2 of the second; 1 and 3 are their signatures. Unknown parts are skipped.
 * @throws CutOff when the format is invalid
 */
export function blocksOf(bytes: Uint8Array): Generations {
  const found: Generations = { first: {}, second: {} }
  const fields = fieldsOf(bytes)
  let left = bytes.length
  for (let count = 0; left > 0; count += 1) {
    const [number, kind, length] = [fields.number(2), fields.number(1), fields.number(2)]
    if (kind > 3 || count === mostBlocks) throw new CutOff()
    const data = fields.bytes(length)
    left -= 5 + length
    const part = partOf.get(number)
    const blocks = kind === 0 ? found.first : kind === 2 ? found.second : undefined
    // Of duplicate parts the first is used.
    if (part && blocks && blocks[part] === undefined) blocks[part] = data
  }
  return found
}
