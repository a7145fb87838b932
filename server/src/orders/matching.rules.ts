/** Something the tenant has configured. */
export interface Configured {
  code?: string | null
  name?: string | null
}

/** Names it, by code or by name. */
export interface Wanted {
  code?: string | undefined
  name?: string | undefined
}

/** The one of `known` that is meant: by code, then by name, in any case. The code wins. */
export function matchConfigured<Known extends Configured>(known: readonly Known[], wanted: Wanted): Known | undefined {
  const byCode = wanted.code ? known.find(({ code }) => isSame(code, wanted.code)) : undefined
  if (byCode) return byCode
  return wanted.name ? known.find(({ name }) => isSame(name, wanted.name)) : undefined
}

function isSame(one: string | null | undefined, other: string | undefined): boolean {
  return one != null && other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** How a caller named something, for messages. */
export function spell(wanted: Wanted): string {
  const code = `code "${quoted(wanted.code)}"`
  const name = `name "${quoted(wanted.name)}"`
  if (wanted.code && wanted.name) return `${code} or ${name}`
  return wanted.code ? code : name
}

/** Long texts by their beginning: nobody reads more of them in a message. */
function quoted(text = ''): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/**
 * A sentence with the known values nearest to the one that matched nothing, at most three, so that a typing error is
 * seen at once.
 */
export function nearestSentence(known: readonly Configured[], wanted: Wanted): string {
  const nearest = nearestKnown(known, wanted)
  if (nearest.length === 0) return 'None is configured in this tenant.'
  return `The nearest known: ${nearest.map(spellKnown).join(', ')}.`
}

function spellKnown({ code, name }: Configured): string {
  return code && name && code !== name ? `${code} (${name})` : (code ?? name ?? '')
}

/** How much of the longer of two texts may differ for the one to be a likely typing error of the other. */
const mostTypingErrors = 0.35

/** Known names that a name is likely a typing error of, nearest first, at most three. */
export function likelyNames(known: readonly Configured[], name: string): string[] {
  const text = name.toLowerCase().slice(0, 100)
  return nearestKnown(known, { name }).flatMap((one) =>
    one.name && distance(text, one.name) <= mostTypingErrors ? [one.name] : [],
  )
}

function nearestKnown(known: readonly Configured[], { code, name }: Wanted): Configured[] {
  const text = (code ?? name ?? '').toLowerCase().slice(0, 100)
  const scored = known.map((one) => ({ one, score: Math.min(distance(text, one.code), distance(text, one.name)) }))
  return scored
    .sort((left, right) => left.score - right.score)
    .slice(0, 3)
    .map(({ one }) => one)
}

/** Letters to change, add or take away, per letter of the longer text (Levenshtein): 0 is equal, 1 has nothing in common. */
function distance(one: string, known: string | null | undefined): number {
  if (!known) return 1
  const other = known.toLowerCase().slice(0, 100)
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line]
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = row[at - 1]! + (one[line - 1] === other[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1))
    }
    row = next
  }
  return row[other.length]! / Math.max(one.length, other.length, 1)
}
