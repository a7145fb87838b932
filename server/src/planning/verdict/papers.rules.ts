import type { ValidityFacts } from '../facts/rules.ts'

/** A time that papers do not cover: from when, and until when it is known to last. */
export interface PaperGap {
  from: string
  /** When the next paper begins; null when none does. */
  to: string | null
}

/** Times of a trip. */
export interface Range {
  starts_at: string
  ends_at: string
}

/** Papers are issued by days: the end of one and the beginning of the next may be this much apart, in milliseconds. */
const tolerance = 12 * 3_600_000

/**
 * FIT-3: the first time within a range that papers of one kind do not cover, with their renewals; undefined when each day of
 * it is covered. Without a paper the whole range is a gap.
 */
export function paperGap(
  papers: readonly ValidityFacts[],
  { starts_at, ends_at }: Range,
  endOf: (paper: ValidityFacts) => string | null,
): PaperGap | undefined {
  let until: string | undefined
  for (const paper of papers.toSorted((one, other) => (one.start_at < other.start_at ? -1 : 1))) {
    const { start_at } = paper
    if (until !== undefined && until >= ends_at) return undefined
    const isApart = until === undefined || Date.parse(start_at) - Date.parse(until) >= tolerance
    if (isApart && start_at > starts_at) return { from: until ?? starts_at, to: start_at }
    const end = endOf(paper)
    if (end === null) return undefined
    if (until === undefined || end > until) until = end
  }
  if (until !== undefined && until >= ends_at) return undefined
  return { from: until ?? starts_at, to: null }
}

/** When a paper ends by law, else by plan; null: it is good without an end. */
export function legalEnd({ legal_end_at, end_at }: ValidityFacts): string | null {
  return legal_end_at ?? end_at
}

/**
 * FIT-3: whether a paper of a kind is there each day of a range; without a range, whether there is one. Only papers count:
 * what an extra says in words is none.
 */
export function hasPaper(
  { validities }: { readonly validities: readonly ValidityFacts[] },
  type: string,
  range: Range | null,
): boolean {
  const papers = validities.filter(({ validity_type }) => validity_type === type)
  return papers.length > 0 && (range === null || paperGap(papers, range, legalEnd) === undefined)
}

/**
 * FIT-3: when papers of a kind are good within a range, in sequence, so that a plan can keep to these times.
 */
export function paperTimes(
  { validities }: { readonly validities: readonly ValidityFacts[] },
  type: string,
  { starts_at, ends_at }: Range,
): Range[] {
  const own = validities.filter(({ validity_type }) => validity_type === type)
  const times: Range[] = []
  for (const paper of own.toSorted((one, other) => (one.start_at < other.start_at ? -1 : 1))) {
    const [start, end] = [paper.start_at, legalEnd(paper) ?? ends_at]
    const last = times.at(-1)
    if (end <= starts_at || start >= ends_at) continue
    if (last && Date.parse(start) - Date.parse(last.ends_at) < tolerance) {
      if (end > last.ends_at) last.ends_at = end
    } else times.push({ starts_at: start, ends_at: end })
  }
  const later = (one: string, other: string) => (one > other ? one : other)
  const earlier = (one: string, other: string) => (one < other ? one : other)
  return times.map((one) => ({ starts_at: later(one.starts_at, starts_at), ends_at: earlier(one.ends_at, ends_at) }))
}

/** Papers without which a driver or a vehicle is not on the road: one that begins later is missing until then. */
export const roadPapers: readonly string[] = [
  'DRIVER_DRIVING_LICENSE',
  'DRIVER_CODE_95',
  'DRIVER_CPC_CARD',
  'DRIVER_CARD',
  'DRIVER_MEDICAL_EXAM',
  'VEHICLE_INSURANCE_CERTIFICATE',
  'VEHICLE_MOT_TEST',
  'VEHICLE_REGISTRATION',
  'VEHICLE_TRANSPORT_LICENSE',
  'VEHICLE_TACHO',
]
