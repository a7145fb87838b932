/** A part of a text, marked if it matches a typed word. */
export interface MarkedPart {
  /** Index of its first character. */
  at: number
  part: string
  isMarked: boolean
}

/** Cuts a text at the places that match a typed word, ignoring capitals and accents. */
export function markedParts(text: string, typed: string): MarkedPart[] {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  const letters = [...text]
  const plain = letters.map(plainLetter)
  const isMarked = letters.map(() => false)
  for (const word of words) {
    const wanted = [...word].map(plainLetter)
    for (let at = 0; at + wanted.length <= plain.length; at += 1) {
      if (wanted.every((letter, offset) => plain[at + offset] === letter)) isMarked.fill(true, at, at + wanted.length)
    }
  }
  const starts = letters.flatMap((_, at) => (at === 0 || isMarked[at] !== isMarked[at - 1] ? [at] : []))
  return starts.map((at, index) => ({
    at,
    part: letters.slice(at, starts[index + 1]).join(''),
    isMarked: isMarked[at]!,
  }))
}

function plainLetter(letter: string): string {
  return letter.normalize('NFD').charAt(0).toLowerCase()
}
