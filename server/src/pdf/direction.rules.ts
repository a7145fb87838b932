/** Part of a line with one writing direction. */
export interface DirectedRun {
  text: string
  isRightToLeft: boolean
}

type Class = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'NSM' | 'ES' | 'CS' | 'ET' | 'ON'

/** UAX 9 classes by character; any other character is neutral. */
const classes: readonly (readonly [Class, RegExp])[] = [
  ['NSM', /\p{M}/u],
  ['EN', /[0-9]/],
  ['AN', /[\u0660-\u0669\u06dd]/u],
  ['AL', /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u],
  ['R', /[\p{Script=Hebrew}\p{Script=Nko}\u200f]/u],
  ['ES', /[+-]/],
  ['CS', /[,./:\u00a0]/],
  ['ET', /[#$%\u00a2-\u00a5\u00b0\u00b1\u20a0-\u20cf]/],
  ['L', /\p{L}/u],
]

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Mirrored bracket for text from right to left. */
const mirrored: Readonly<Record<string, string>> = Object.fromEntries(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap((pair) => [
    [pair[0]!, pair[1]!],
    [pair[1]!, pair[0]!],
  ]),
)

/**
 * PAPER-19: parts of a line in visual order from left to right, by UAX 9 for texts without directional marks: the first
 * letter decides the direction of the line. Null for a line without right-to-left letters.
 */
export function directedRuns(line: string): DirectedRun[] | null {
  if (!rightToLeft.test(line)) return null
  // Trailing blanks of a right-to-left line would appear at its left.
  const characters = Array.from(line.trimEnd())
  const levels = levelsOf(characters)
  const runs: (DirectedRun & { level: number })[] = []
  for (const [at, character] of characters.entries()) {
    const level = levels[at]!
    const isRightToLeft = level % 2 === 1
    const last = runs.at(-1)
    const drawn = isRightToLeft ? (mirrored[character] ?? character) : character
    if (last?.level === level) last.text += drawn
    else runs.push({ text: drawn, isRightToLeft, level })
  }
  return inOrder(runs).map(({ text, isRightToLeft }) => ({ text, isRightToLeft }))
}

/** Rule L2: from the highest level down, every sequence of runs at that level or above is reversed. */
function inOrder<Run extends { level: number }>(given: readonly Run[]): Run[] {
  const runs = [...given]
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let at = 0; at < runs.length; at += 1) {
      let end = at
      while (end < runs.length && runs[end]!.level >= level) end += 1
      if (end > at + 1) runs.splice(at, end - at, ...runs.slice(at, end).reverse())
      at = end
    }
  }
  return runs
}

function levelsOf(characters: readonly string[]): number[] {
  const given = characters.map((character) => classes.find(([, pattern]) => pattern.test(character))?.[0] ?? 'ON')
  const first = given.find((one) => one === 'L' || one === 'R' || one === 'AL')
  const base = first === 'L' || first === undefined ? 0 : 1
  const directions = neutralsOf(weakOf(given, base), base)
  return directions.map((one) => {
    if (base === 0) return one === 'R' ? 1 : one === 'L' ? 0 : 2
    return one === 'R' ? 1 : 2
  })
}

type Strong = 'L' | 'R' | 'EN' | 'AN'

/** Rules W1 to W7: marks, numbers and their adjacent symbols. */
function weakOf(given: readonly Class[], base: number): (Strong | 'ON')[] {
  const start = base === 0 ? 'L' : 'R'
  let [before, strong]: Class[] = [start, start]
  const numbered = given.map((one): Class => {
    const kind = one === 'NSM' ? before! : one === 'EN' && strong === 'AL' ? 'AN' : one
    if (kind === 'L' || kind === 'R' || kind === 'AL') strong = kind
    before = kind
    return kind
  })
  const joined = numbered.map((one, at): Class => {
    if (one !== 'ES' && one !== 'CS') return one
    const [left, right] = [numbered[at - 1], numbered[at + 1]]
    return left === right && (left === 'EN' || (left === 'AN' && one === 'CS')) ? left : 'ON'
  })
  const isNumber = (at: number, step: number): boolean => {
    let place = at
    while (joined[place] === 'ET') place += step
    return joined[place] === 'EN'
  }
  let last: 'L' | 'R' = start
  return joined.map((one, at) => {
    if (one === 'L') last = 'L'
    if (one === 'R' || one === 'AL') last = 'R'
    const kind = one === 'ET' && (isNumber(at, 1) || isNumber(at, -1)) ? 'EN' : one
    if (kind === 'EN') return last === 'L' ? 'L' : 'EN'
    if (kind === 'L' || kind === 'AN') return kind
    return kind === 'R' || kind === 'AL' ? 'R' : 'ON'
  })
}

/** Rules N1 and N2: neutrals take the direction of both sides if equal, else the line's; ends the line's (L1). */
function neutralsOf(kinds: readonly (Strong | 'ON')[], base: number): Strong[] {
  const line = base === 0 ? 'L' : 'R'
  const side = (one: Strong | 'ON' | undefined) => (one === undefined ? line : one === 'L' ? 'L' : 'R')
  return kinds.map((one, at) => {
    if (one !== 'ON') return one
    const [left, right] = [
      kinds.slice(0, at).findLast((kind) => kind !== 'ON'),
      kinds.slice(at).find((kind) => kind !== 'ON'),
    ]
    return side(left) === side(right) ? side(left) : line
  })
}
